import { FIELD_END, fieldsOf, TextRows } from '../../../formats/changes/text-rows.ts'
import type { ChangeSink, LoggedRow, LoggedTable, LogPosition } from '../../../ports/change-source.ts'
import { malformedAnswer } from '../driver/malformed-answer.ts'
import { entityName } from '../schema/relation-name.ts'

/** What the log says of a table before its first change, and again after it has changed. */
export interface LoggedRelation {
  readonly oid: number
  readonly name: string
  readonly identity: 'default' | 'nothing' | 'full' | 'index'
  readonly columns: readonly LoggedColumn[]
}

export interface LoggedColumn {
  readonly name: string
  /** Part of the replica identity. */
  readonly isKey: boolean
  readonly type: number
  readonly modifier: number
}

/** @returns how the changes of a table are read; nothing if they are not */
export type ChooseColumns = (relation: LoggedRelation) => LoggedTable | undefined

interface ReadFrom {
  /** The place up to which the destination has everything: after a crash, a server sends some of that again. */
  readonly from: bigint
  readonly place: (end: bigint) => LogPosition
}

interface KnownTable {
  readonly table: LoggedTable
  /** Place in the row of each column of the log, or -1. */
  readonly places: readonly number[]
  readonly isInOrder: boolean
}

/** Microseconds between 1970 and 2000, from which Postgres counts. */
const EPOCH_MS = 946_684_800_000

const IDENTITIES = { d: 'default', n: 'nothing', f: 'full', i: 'index' } as const
const NONE: readonly number[] = []

const [MISSING, UNCHANGED, TEXT] = Buffer.from('nut')

/**
 * Reads the messages of the output plugin `pgoutput`, protocol version 1, with values as text.
 * Source: PostgreSQL, "Logical Replication Message Formats".
 */
export class PgoutputReader {
  readonly #sink: ChangeSink
  readonly #choose: ChooseColumns
  readonly #from: bigint
  readonly #place: (end: bigint) => LogPosition
  readonly #tables = new Map<number, KnownTable | undefined>()
  readonly #rows = new TextRows()
  readonly #before = new TextRows(1024)
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0
  #end = 0

  /** The destination already has the transaction. */
  #isKnown = false

  constructor(sink: ChangeSink, choose: ChooseColumns, { from, place }: ReadFrom) {
    this.#sink = sink
    this.#choose = choose
    this.#from = from
    this.#place = place
    this.reached = from
  }

  /** The end of the last transaction that the destination has or gets. */
  reached: bigint

  /** Whether a transaction has begun and not ended. */
  isInside = false

  /** @throws ConnectorError when the bytes do not follow the protocol */
  read(bytes: Buffer, start: number, end: number): void {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
    const type = String.fromCharCode(this.#byte())
    if (type === 'I') this.#insert()
    else if (type === 'U') this.#update()
    else if (type === 'D') this.#delete()
    else if (type === 'B') this.#begin()
    else if (type === 'C') this.#commit()
    else if (type === 'R') this.#relation()
    else if (type === 'T') this.#truncate()
    // Origins, types and messages of programs say nothing about rows.
    else if (!'OYM'.includes(type)) throw malformedAnswer()
  }

  #begin(): void {
    this.isInside = true
    this.#isKnown = this.#long() < this.#from
    this.#skip(8)
    this.#sink.begin(String(this.#int() >>> 0))
  }

  #commit(): void {
    this.#skip(9)
    const end = this.#long()
    const committedAt = EPOCH_MS + Number(this.#long()) / 1000
    this.isInside = false
    if (this.#isKnown) return
    this.reached = end
    this.#sink.commit(this.#place(end), committedAt)
  }

  #relation(): void {
    const oid = this.#int()
    const schema = this.#text() || 'pg_catalog'
    const name = this.#text()
    const identity = IDENTITIES[String.fromCharCode(this.#byte()) as keyof typeof IDENTITIES]
    if (!identity) throw malformedAnswer()
    const columns = Array.from({ length: this.#short() }, () => ({
      isKey: (this.#byte() & 1) === 1,
      name: this.#text(),
      type: this.#int(),
      modifier: this.#int(),
    }))
    const table = this.#choose({ oid, name: entityName({ schema, name }), identity, columns })
    if (!table) return void this.#tables.set(oid, undefined)
    const places = columns.map((column) => table.columns.indexOf(column.name))
    const wanted = places.filter((place) => place >= 0)
    if (wanted.length !== table.columns.length) throw malformedAnswer()
    this.#tables.set(oid, { table, places, isInOrder: wanted.every((place, index) => place === index) })
  }

  #insert(): void {
    const known = this.#table()
    if (!known) return
    if (this.#byte() !== 0x4e) throw malformedAnswer()
    this.#sink.insert(known.table, this.#row(known, this.#rows))
  }

  #update(): void {
    const known = this.#table()
    if (!known) return
    let kind = String.fromCharCode(this.#byte())
    let before: LoggedRow | undefined
    let isWhole = false
    if (kind === 'K' || kind === 'O') {
      before = this.#row(known, this.#before)
      isWhole = kind === 'O'
      kind = String.fromCharCode(this.#byte())
    }
    if (kind !== 'N') throw malformedAnswer()
    const row = this.#row(known, this.#rows)
    const old = isWhole ? row.unchanged : known.table.key
    this.#sink.update(known.table, before ? this.#completed(row, before, old) : row, before)
  }

  #delete(): void {
    const known = this.#table()
    if (!known) return
    if (!['K', 'O'].includes(String.fromCharCode(this.#byte()))) throw malformedAnswer()
    this.#sink.delete(known.table, this.#row(known, this.#rows))
  }

  #truncate(): void {
    const count = this.#int()
    this.#skip(1)
    const tables = Array.from({ length: count }, () => this.#table()?.table)
    this.#sink.truncate(tables.filter((table) => table !== undefined))
  }

  #table(): KnownTable | undefined {
    const oid = this.#int()
    // Each table is described before its first change.
    if (!this.#tables.has(oid)) throw malformedAnswer()
    return this.#isKnown ? undefined : this.#tables.get(oid)
  }

  #row(known: KnownTable, rows: TextRows): LoggedRow {
    const { places, isInOrder } = known
    if (this.#short() !== places.length) throw malformedAnswer()
    rows.clear()
    if (!isInOrder) return this.#reordered(known, rows)
    let unchanged: number[] | undefined
    for (const place of places) {
      if (place > 0) rows.appendByte(FIELD_END)
      if (this.#field(place < 0 ? undefined : rows) !== UNCHANGED || place < 0) continue
      unchanged ??= []
      unchanged.push(place)
    }
    return { bytes: rows.bytes, start: 0, end: rows.length, unchanged: unchanged ?? NONE }
  }

  /** Large values that did not change are those of the old row. @param known places that it has: all, or those of the key */
  #completed(row: LoggedRow, before: LoggedRow, known: readonly number[]): LoggedRow {
    const missing = row.unchanged.filter((place) => known.includes(place))
    if (missing.length === 0) return row
    const rows = new TextRows(row.end - row.start + before.end - before.start)
    const old = fieldsOf(before.bytes, before.start, before.end)
    for (const [place, own] of fieldsOf(row.bytes, row.start, row.end).entries()) {
      if (place > 0) rows.appendByte(FIELD_END)
      const isKept = missing.includes(place)
      const [from, to] = (isKept ? old[place] : undefined) ?? own
      rows.append(isKept ? before.bytes : row.bytes, from, to)
    }
    const unchanged = row.unchanged.filter((place) => !missing.includes(place))
    return { bytes: rows.bytes, start: 0, end: rows.length, unchanged }
  }

  /** Somebody has dropped a column and made it again: the log has the columns in another order. */
  #reordered({ places }: KnownTable, rows: TextRows): LoggedRow {
    const starts = new Map<number, number>()
    for (const place of places) {
      starts.set(place, this.#at)
      this.#field(undefined)
    }
    const after = this.#at
    const unchanged: number[] = []
    const wanted = [...starts].filter(([place]) => place >= 0).sort(([one], [other]) => one - other)
    for (const [place, start] of wanted) {
      this.#at = start
      if (place > 0) rows.appendByte(FIELD_END)
      if (this.#field(rows) === UNCHANGED) unchanged.push(place)
    }
    this.#at = after
    return { bytes: rows.bytes, start: 0, end: rows.length, unchanged }
  }

  /** Reads one field, and writes it where it is wanted. @returns its kind */
  #field(rows: TextRows | undefined): number {
    const kind = this.#byte()
    if (kind === MISSING || kind === UNCHANGED) rows?.appendNull()
    else if (kind === TEXT) {
      const length = this.#int()
      this.#skip(length)
      rows?.appendText(this.#bytes, this.#at - length, this.#at)
    } else throw malformedAnswer()
    return kind
  }

  #byte(): number {
    this.#skip(1)
    return this.#bytes[this.#at - 1] ?? 0
  }

  #short(): number {
    this.#skip(2)
    return this.#bytes.readUInt16BE(this.#at - 2)
  }

  #int(): number {
    this.#skip(4)
    return this.#bytes.readInt32BE(this.#at - 4)
  }

  #long(): bigint {
    this.#skip(8)
    return this.#bytes.readBigUInt64BE(this.#at - 8)
  }

  #text(): string {
    const end = this.#bytes.indexOf(0, this.#at)
    if (end < 0 || end >= this.#end) throw malformedAnswer()
    const text = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 1
    return text
  }

  #skip(bytes: number): void {
    if (bytes < 0 || this.#at + bytes > this.#end) throw malformedAnswer()
    this.#at += bytes
  }
}
