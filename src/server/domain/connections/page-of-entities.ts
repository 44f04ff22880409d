import type { Entity } from '../../../engine/ports/connector.ts'

interface WantedEntities {
  /** Part of the name of an entity or of one of its columns, case-insensitive. */
  readonly search?: string | undefined
  /** The last entity of the previous page. */
  readonly cursor?: string | undefined
  /** Absent: all of them. */
  readonly limit?: number | undefined
}

/** The matching entities, in the connector's stable order; a cursor whose entity no longer exists starts again. */
export function pageOfEntities(
  entities: readonly Entity[],
  { search = '', cursor, limit = Number.POSITIVE_INFINITY }: WantedEntities,
): { readonly entities: readonly Entity[]; readonly nextCursor: string | null } {
  const wanted = search.trim().toLowerCase()
  const holds = ({ name }: { readonly name: string }) => name.toLowerCase().includes(wanted)
  const found = entities.filter((entity) => holds(entity) || entity.columns.some(holds))
  const from = cursor === undefined ? 0 : found.findIndex(({ name }) => name === cursor) + 1
  const page = found.slice(from, from + limit)
  return { entities: page, nextCursor: from + limit < found.length ? (page.at(-1)?.name ?? null) : null }
}
