import { MalformedAnswer } from '../../driver/malformed-answer.ts'
import { decompressed } from './compressed-part.ts'
import type { EventBytes } from './event-bytes.ts'
import type { RowsKind } from './event-types.ts'
import { ID_BYTES } from './table-map.ts'

/** Rows behind each other, each with the columns that it has: before its change, and after. */
export interface RowsEvent {
  readonly before: readonly number[]
  readonly after: readonly number[]
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

/** The table of the rows that follow, which is read first: most events are of tables that nobody follows. */
export const tableOfRows = (event: EventBytes): number => event.number(ID_BYTES)

/** The rest of an event behind `tableOfRows`. Source: MySQL, "Rows_event" */
export function readRowsEvent(event: EventBytes, kind: RowsKind): RowsEvent {
  event.skip(2)
  if (kind.hasExtra) event.skip(event.number(2) - 2)
  const count = event.packed()
  const before = readBitmap(event, count)
  const after = kind.change === 'update' ? readBitmap(event, count) : before
  if (!kind.isCompressed) return { before, after, bytes: event.bytes, start: event.at, end: event.end }
  const bytes = decompressed(event)
  return { before, after, bytes, start: 0, end: bytes.length }
}

/** One after the other, for tables of so many columns. */
const all: number[][] = []

const everyOne = (count: number): readonly number[] =>
  (all[count] ??= Array.from({ length: count }, (_, index) => index))

function readBitmap(event: EventBytes, count: number): readonly number[] {
  const bits = event.part((count + 7) >> 3)
  const present: number[] = []
  for (let column = 0; column < count; column++)
    if (((bits[column >> 3] as number) >> (column & 7)) & 1) present.push(column)
  if (present.length === count) return everyOne(count)
  if (present.length === 0) throw new MalformedAnswer()
  return present
}
