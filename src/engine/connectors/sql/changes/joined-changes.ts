import type { RecordedTable } from '../../../ports/change-batch.ts'

/** Together they are folded in memory. */
const MAX_BYTES = 8 << 20

/** The same changes in fewer pieces: one behind the other, as long as the log describes the table in the same way. Each piece costs several statements. */
export function joined(pieces: readonly RecordedTable[]): readonly RecordedTable[] {
  const all: { readonly shape: string; readonly parts: RecordedTable[]; bytes: number }[] = []
  for (const piece of pieces) {
    const shape = JSON.stringify(piece.table)
    const last = all.at(-1)
    if (last?.shape === shape && last.bytes + piece.bytes.length <= MAX_BYTES) {
      last.parts.push(piece)
      last.bytes += piece.bytes.length
    } else all.push({ shape, parts: [piece], bytes: piece.bytes.length })
  }
  return all.flatMap(({ parts: [first, ...others] }) => {
    if (!first) return []
    return others.length === 0
      ? [first]
      : [{ ...first, bytes: Buffer.concat([first, ...others].map(({ bytes }) => bytes)) }]
  })
}
