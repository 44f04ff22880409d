import { sentence } from '../../../../core/catalog/sentence.ts'
import { FIELD_END, TextRows } from '../../../formats/changes/text-rows.ts'
import type { ChangeSink, LoggedRow, LoggedTable } from '../../../ports/change-source.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { MalformedAnswer } from '../driver/malformed-answer.ts'
import type { RowsKind } from './events/event-types.ts'
import type { RowsEvent } from './events/rows-event.ts'
import type { FieldLayout } from './fields/field-layout.ts'
import type { WriteField } from './fields/write-field.ts'

/** A column of the log, in its order. */
export interface ReadColumn {
  readonly layout: FieldLayout
  /** Place in the row; -1 if it is not mirrored. */
  readonly place: number
  readonly write: WriteField
}

const NULL = -1
const ABSENT = -2

/** Where the fields of a row are, by their place; NULL or ABSENT. */
interface Image {
  readonly from: Int32Array
  readonly to: Int32Array
}

const NONE: readonly number[] = []

/** Reads the rows of one table, of which the log has the columns in a certain form. */
export class RowReader {
  readonly table: LoggedTable
  readonly #columns: readonly ReadColumn[]
  /** By the place in the row. */
  readonly #writers: readonly WriteField[]
  /** Places that are NULL where a statement gives no value. */
  readonly #mayBeLeftOut: readonly boolean[]
  readonly #before: Image
  readonly #after: Image
  readonly #rows = new TextRows()
  readonly #oldRows = new TextRows(1024)

  constructor(table: LoggedTable, columns: readonly ReadColumn[], mayBeLeftOut: readonly boolean[]) {
    const count = table.columns.length
    this.table = table
    this.#columns = columns
    this.#mayBeLeftOut = mayBeLeftOut
    this.#writers = table.columns.map((_, place) => {
      const column = columns.find((one) => one.place === place)
      if (!column) throw new MalformedAnswer()
      return column.write
    })
    this.#before = { from: new Int32Array(count), to: new Int32Array(count) }
    this.#after = { from: new Int32Array(count), to: new Int32Array(count) }
  }

  /** @throws ConnectorError if the rows do not tell everything */
  read(change: RowsKind['change'], { bytes, start, end, before, after }: RowsEvent, sink: ChangeSink): void {
    let at = start
    while (at < end) {
      if (change !== 'insert') at = this.#image(this.#before, bytes, at, end, before)
      if (change !== 'delete') at = this.#image(this.#after, bytes, at, end, after)
      if (change === 'insert') this.#insert(bytes, sink)
      else if (change === 'update') this.#update(bytes, sink)
      else this.#delete(bytes, sink)
    }
  }

  #image(image: Image, bytes: Buffer, start: number, end: number, present: readonly number[]): number {
    const { from, to } = image
    if (present.length < this.#columns.length) from.fill(ABSENT)
    let at = start + ((present.length + 7) >> 3)
    for (let index = 0; index < present.length; index++) {
      const { layout, place } = this.#columns[present[index] as number] as ReadColumn
      if (((bytes[start + (index >> 3)] as number) >> (index & 7)) & 1) {
        if (place >= 0) from[place] = NULL
        continue
      }
      const { prefix, size } = layout
      const length = prefix === 0 ? size : prefix === 1 ? (bytes[at] as number) : bytes.readUIntLE(at, prefix)
      const first = at + prefix
      at = first + length
      if (place < 0) continue
      from[place] = first
      to[place] = at
    }
    if (!(at <= end)) throw new MalformedAnswer()
    return at
  }

  #insert(bytes: Buffer, sink: ChangeSink): void {
    const { from } = this.#after
    for (let place = 0; place < from.length; place++) {
      if (from[place] !== ABSENT) continue
      if (!this.#mayBeLeftOut[place]) throw leftOut(this.table.name, this.table.columns[place] ?? '')
      from[place] = NULL
    }
    sink.insert(this.table, this.#row(this.#after, bytes, this.#rows))
  }

  #update(bytes: Buffer, sink: ChangeSink): void {
    const [before, after] = [this.#before, this.#after]
    const { key } = this.table
    this.#requireKey(before)
    const unchanged: number[] = []
    for (let place = 0; place < after.from.length; place++) {
      if (after.from[place] !== ABSENT) continue
      after.from[place] = before.from[place] as number
      after.to[place] = before.to[place] as number
      if (after.from[place] === ABSENT) unchanged.push(place)
    }
    const isMoved = key.length === 0 || key.some((place) => !isSame(before, after, place, bytes))
    const old = isMoved ? this.#row(before, bytes, this.#oldRows) : undefined
    const row = this.#row(after, bytes, this.#rows)
    sink.update(this.table, unchanged.length > 0 ? { ...row, unchanged } : row, old)
  }

  #delete(bytes: Buffer, sink: ChangeSink): void {
    this.#requireKey(this.#before)
    sink.delete(this.table, this.#row(this.#before, bytes, this.#rows))
  }

  #requireKey({ from }: Image): void {
    const { key, columns, name } = this.table
    const needed = key.length > 0 ? key : columns.keys()
    for (const place of needed) if (from[place] === ABSENT) throw leftOut(name, columns[place] ?? '')
  }

  #row({ from, to }: Image, bytes: Buffer, rows: TextRows): LoggedRow {
    rows.clear()
    for (let place = 0; place < from.length; place++) {
      if (place > 0) rows.appendByte(FIELD_END)
      const first = from[place] as number
      if (first < 0) rows.appendNull()
      else (this.#writers[place] as WriteField)(rows, bytes, first, to[place] as number)
    }
    return { bytes: rows.bytes, start: 0, end: rows.length, unchanged: NONE }
  }
}

function isSame(before: Image, after: Image, place: number, bytes: Buffer): boolean {
  const [first, second] = [before.from[place] as number, after.from[place] as number]
  if (first < 0 || second < 0) return first === second
  return bytes.compare(bytes, second, after.to[place], first, before.to[place]) === 0
}

const leftOut = (table: string, column: string) =>
  new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: sentence`The log has rows of ${table} without their values of ${column} (binlog_row_image): they cannot be followed.`,
    hint: sentence`Execute at the source: SET GLOBAL binlog_row_image = 'FULL', and let the sessions that write begin again.`,
  })
