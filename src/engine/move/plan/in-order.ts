import type { StructurePart } from '../../ports/table-structure.ts'

/**
 * The same streams, tables before those whose foreign keys refer to them, as far as there is no circle; otherwise in their order. So that rows
 * find the rows that they refer to.
 */
export function inOrderOfForeignKeys<Stream extends { readonly target: string }>(
  streams: readonly Stream[],
  parts: readonly StructurePart[],
): readonly Stream[] {
  const keys = parts.filter((part) => part.kind === 'foreign_key')
  const referred = Map.groupBy(keys, ({ table }) => table)
  const byTarget = new Map(streams.map((stream) => [stream.target, stream]))
  const ordered = new Set<Stream>()
  const begun = new Set<Stream>()
  const place = (stream: Stream): void => {
    if (begun.has(stream)) return
    begun.add(stream)
    for (const { referred: to } of referred.get(stream.target) ?? []) {
      const parent = byTarget.get(to.table)
      if (parent) place(parent)
    }
    ordered.add(stream)
  }
  for (const stream of streams) place(stream)
  return [...ordered]
}
