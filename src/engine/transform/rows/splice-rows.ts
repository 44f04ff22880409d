import { HEADER_BYTES, writeFrameHeader } from '../../formats/frames/frame-header.ts'
import type { CutRows } from './cut-rows.ts'

const TAB = 0x09
const NEWLINE = 0x0a

/** The parts of an output row. */
export type Part =
  /** Neighbouring original fields, up to but without `to`. */
  | { readonly from: number; readonly to: number }
  /** The index of a field that the steps created. */
  | { readonly computed: number }

export interface ComputedRows {
  /** The indexes of the remaining rows, in order; absent: all. */
  readonly kept?: readonly number[]
  /** Each field that the steps created, of all remaining rows, separated by newlines. */
  readonly fields: readonly Uint8Array[]
}

/** @param fields in their order, original fields by number. @returns the same with neighbours joined into one part */
export function partsOf(fields: readonly (number | { readonly computed: number })[]): readonly Part[] {
  const parts: Part[] = []
  for (const field of fields) {
    const last = parts.at(-1)
    if (typeof field !== 'number') parts.push(field)
    else if (last && 'to' in last && last.to === field) parts[parts.length - 1] = { from: last.from, to: field + 1 }
    else parts.push({ from: field, to: field + 1 })
  }
  return parts
}

/** The output rows, from original and created fields, as CopyData messages. */
export function spliceRows(cut: CutRows, parts: readonly Part[], { kept, fields }: ComputedRows): Buffer {
  const { frames, places } = cut
  const stride = cut.fields + 1
  const rows = kept?.length ?? cut.rows
  const placeOf = (index: number) => (kept ? (kept[index] as number) : index) * stride

  let bytes = rows * (HEADER_BYTES + parts.length)
  for (let index = 0; index < rows; index++) {
    const place = placeOf(index)
    for (const part of parts) {
      if ('to' in part) bytes += (places[place + part.to] as number) - (places[place + part.from] as number)
    }
  }
  const computed = fields.reduce((sum, field) => sum + field.length + 1, 0)
  // Sources and output are in one buffer, because a copy within it costs a third of a copy between two.
  const memory = Buffer.allocUnsafe(frames.length + computed + bytes + computed)
  memory.set(frames)
  let at = frames.length
  const next = fields.map((field) => {
    memory.set(field, at)
    const start = at
    at += field.length
    memory[at++] = NEWLINE
    return start
  })
  const begin = at
  const ends = [...next.slice(1), begin]

  for (let index = 0; index < rows; index++) {
    const place = placeOf(index)
    const header = at
    at += HEADER_BYTES
    for (const part of parts) {
      let start: number
      let end: number
      if ('to' in part) {
        start = places[place + part.from] as number
        end = (places[place + part.to] as number) - 1
      } else {
        start = next[part.computed] as number
        end = start
        while (memory[end] !== NEWLINE) end++
        next[part.computed] = end + 1
      }
      memory.copyWithin(at, start, end)
      at += end - start
      memory[at++] = TAB
    }
    memory[at - 1] = NEWLINE
    writeFrameHeader(memory, header, at)
  }
  if (rows > 0 && next.some((place, field) => place !== ends[field])) {
    throw new Error('the steps made other rows than they kept')
  }
  return memory.subarray(begin, at)
}
