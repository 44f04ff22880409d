import type { ChangeSink } from '../../../ports/change-source.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { MalformedAnswer } from '../driver/malformed-answer.ts'
import { transactionPayload } from './events/compressed-part.ts'
import { EventBytes } from './events/event-bytes.ts'
import { type EventFrame, EventFrames, innerFrames } from './events/event-frame.ts'
import * as types from './events/event-types.ts'
import { type GroupStart, readMariadbGtid, readMysqlGtid, readTaggedGtid } from './events/group-start.ts'
import { type QueryEvent, readQuery } from './events/query-event.ts'
import { readRowsEvent, tableOfRows } from './events/rows-event.ts'
import type { GtidSet } from './gtid-set.ts'
import { type KnownMap, KnownMaps } from './known-maps.ts'
import { KeptRows, type LogGroup } from './log-group.ts'
import { type LogPlace, placeText } from './log-place.ts'
import { type CommittedElsewhere, ReadAgain, ReadPrepared } from './log-signals.ts'
import type { LogTables } from './log-tables.ts'
import { type PreparedTransactions, unknownPrepared } from './prepared-transactions.ts'
import { applyStatement, type StatementSink } from './statement-effects.ts'
import { type LoggedStatement, readStatement } from './statements/read-statement.ts'
import { notAscending, rolledBack, textOnly, withoutIds } from './unreadable-problems.ts'

/** How often a place without changes is told, in milliseconds. */
const QUIET_MS = 50

/** An event without rows, which only ends a statement. */
const NO_TABLE = 0xffffff

export interface LogReading {
  readonly place: LogPlace
  readonly tables: LogTables
  readonly prepared: PreparedTransactions
  readonly sink: ChangeSink
  readonly isMariaDb: boolean
  /** Only the rows of this one are read. */
  readonly only?: CommittedElsewhere
}

type Handler = (frame: EventFrame) => void

/** Reads the events of a binary log, transaction by transaction. */
export class LogReader {
  readonly #reading: LogReading
  readonly #frames = new EventFrames()
  readonly #maps: KnownMaps
  readonly #statements: StatementSink
  readonly #seen: GtidSet
  /** What the destination had in the beginning. */
  readonly #from: GtidSet
  #group: LogGroup | undefined
  /** The sink has been told of the transaction. */
  #hasBegun = false
  #isInTransaction = false
  #kept = new KeptRows()
  readonly #touched = new Set<string>()
  #quietAt = 0
  #isQuietOwed = false
  #mustReadAgain = false

  constructor(reading: LogReading) {
    const { tables, place, sink } = reading
    this.#reading = reading
    this.#maps = new KnownMaps(tables, reading.isMariaDb)
    this.#from = place.seen
    this.#seen = place.seen.copy()
    this.#statements = {
      tables,
      truncate: (emptied) => {
        this.#deliver()
        sink.truncate(emptied)
      },
      altered: (table) => {
        this.#deliver()
        sink.altered(table)
      },
      refuse: (entity, problem, needs) => this.#refuse(entity, problem, needs),
      readAgain: () => {
        this.#mustReadAgain = true
      },
    }
  }

  /** After the last whole transaction. */
  get place(): LogPlace {
    return this.#reading.prepared.place({ server: this.#reading.place.server, seen: this.#seen })
  }

  /** @throws ReadAgain between two transactions; ConnectorError */
  read(bytes: Buffer, start: number, end: number): void {
    const frame = this.#frames.read(bytes, start, end)
    if (frame) this.#event(frame)
  }

  #event(frame: EventFrame): void {
    const { type } = frame
    if (types.ROWS[type]) this.#rowsOrMap(type, frame.body)
    else this.#handlers[type]?.(frame)
  }

  readonly #handlers: Readonly<Record<number, Handler>> = {
    [types.TABLE_MAP]: ({ body }) => this.#rowsOrMap(types.TABLE_MAP, body),
    [types.PARTIAL_UPDATE_ROWS]: ({ body }) => this.#rowsOrMap(types.PARTIAL_UPDATE_ROWS, body),
    [types.MARIADB_GTID]: ({ body, server }) => this.#begin(readMariadbGtid(body, server)),
    [types.GTID]: ({ body }) => this.#begin(readMysqlGtid(body)),
    [types.QUERY]: ({ body, time }) => this.#query(readQuery(body), time),
    [types.MARIADB_QUERY_COMPRESSED]: ({ body, time }) => this.#query(readQuery(body, { isCompressed: true }), time),
    [types.EXECUTE_LOAD_QUERY]: ({ body, time }) => this.#query(readQuery(body, { isLoad: true }), time),
    [types.XID]: ({ time }) => this.#end(time),
    [types.XA_PREPARE]: ({ body, time }) => this.#prepare(body.byte() === 1, time),
    [types.FORMAT_DESCRIPTION]: () => this.#maps.clear(),
    [types.HEARTBEAT]: () => this.#quiet(),
    [types.HEARTBEAT_V2]: () => this.#quiet(),
    [types.TRANSACTION_PAYLOAD]: ({ body }) => {
      for (const inner of innerFrames(transactionPayload(body))) this.#event(inner)
    },
    [types.ANONYMOUS_GTID]: () => {
      throw withoutIds()
    },
    [types.GTID_TAGGED]: ({ body }) => this.#begin(readTaggedGtid(body)),
  }

  #begin(start: GroupStart): void {
    const { gtid, isStatement } = start
    // The rows of one that has no end cannot be taken back.
    if (this.#group && this.#hasBegun) throw new MalformedAnswer()
    const { only, tables } = this.#reading
    const isKnown = only !== undefined || this.#seen.has(gtid)
    if (isKnown && !only && !this.#from.has(gtid)) throw notAscending(gtid)
    if (!only && tables.comesBackAt(gtid)) throw new ReadAgain()
    this.#group = this.#chosen({ ...start, isKnown })
    this.#hasBegun = false
    this.#isInTransaction = isStatement === false
    this.#touched.clear()
    this.#kept = new KeptRows()
  }

  /** The rows of the only one that is read come at once, as those of its commit. */
  #chosen(group: LogGroup): LogGroup {
    const { only } = this.#reading
    if (!only || group.xid !== only.xid) return group
    return { ...group, gtid: only.gtid, committedAt: only.committedAt, isKnown: false, xid: undefined }
  }

  #rowsOrMap(type: number, body: EventBytes): void {
    const group = this.#group
    if (!group) throw new MalformedAnswer()
    if (group.xid !== undefined) this.#kept.add({ type, bytes: Buffer.from(body.part(body.left)) })
    else if (type === types.TABLE_MAP) this.#maps.read(body)
    else if (!group.isKnown) {
      const id = tableOfRows(body)
      const map = this.#maps.get(id)
      if (map?.entity !== undefined) this.#rows(map.entity, map.reader, type, body)
      else if (!map && id !== NO_TABLE) throw new MalformedAnswer()
    }
  }

  #rows(entity: string, readerOf: KnownMap['reader'], type: number, body: EventBytes): void {
    const { tables, sink } = this.#reading
    if (tables.isLeftOut(entity)) return
    try {
      const kind = types.ROWS[type]
      if (!kind) throw textOnly(entity)
      const reader = readerOf()
      const rows = readRowsEvent(body, kind)
      this.#touched.add(entity)
      this.#deliver()
      reader.read(kind.change, rows, sink)
    } catch (error) {
      this.#refuse(entity, error)
    }
  }

  #query(query: QueryEvent, time: number): void {
    const group = this.#group
    // Statements that belong to no transaction say nothing about rows.
    if (!group) return
    const statement = readStatement(query.text, query.database)
    if (statement.kind === 'begin') this.#isInTransaction = true
    else if (statement.kind === 'xa' && statement.does === 'start') {
      this.#isInTransaction = true
      this.#group = this.#chosen({ ...group, xid: statement.xid })
    } else if (statement.kind === 'commit') this.#end(time)
    else if (statement.kind === 'rollback') this.#rollBack(query.text, time)
    else {
      this.#apply(statement, query, group, time)
      if (!this.#isInTransaction) this.#end(time)
    }
  }

  #apply(statement: LoggedStatement, query: QueryEvent, group: LogGroup, time: number): void {
    if (statement.kind !== 'xa') {
      if (!group.isKnown) applyStatement(statement, query, this.#statements)
      return
    }
    const { xid, does } = statement
    const found = this.#reading.prepared.take(xid)
    if (group.isKnown || does === 'rollback') return
    if (!found) throw unknownPrepared(xid)
    this.#replay(found.rows, { ...group, xid, before: found.before, committedAt: group.committedAt ?? time * 1000 })
  }

  #prepare(isCommit: boolean, time: number): void {
    const group = this.#group
    if (!group) throw new MalformedAnswer()
    const { place, prepared } = this.#reading
    this.#group = { ...group, xid: undefined }
    if (isCommit || group.xid === undefined)
      this.#replay(this.#kept, { ...group, xid: group.xid ?? '', before: this.#seen, committedAt: time * 1000 })
    else prepared.keep(group.xid, this.#kept, (group.isKnown && place.resume) || this.#seen)
    this.#end(time)
  }

  #replay({ events }: KeptRows, { xid, before, gtid, committedAt }: CommittedElsewhere): void {
    if (!events) throw new ReadPrepared({ xid, before: before.copy(), gtid, committedAt })
    for (const { type, bytes } of events) this.#rowsOrMap(type, new EventBytes(bytes, 0, bytes.length))
  }

  /** Rows of tables without transactions stay, others do not: nobody can tell them apart. */
  #rollBack(text: string, time: number): void {
    for (const entity of this.#touched) this.#refuse(entity, rolledBack(entity))
    if (!/\bTO\b/i.test(text)) this.#end(time)
  }

  #deliver(): void {
    if (this.#hasBegun || !this.#group) return
    this.#hasBegun = true
    this.#reading.sink.begin(this.#group.gtid)
  }

  #end(time: number): void {
    const group = this.#group
    if (!group) throw new MalformedAnswer()
    this.#group = undefined
    if (!group.isKnown) this.#seen.add(group.gtid)
    if (this.#hasBegun) {
      this.#hasBegun = false
      this.#isQuietOwed = false
      this.#reading.sink.commit(placeText(this.place), group.committedAt ?? time * 1000)
    } else if (!group.isKnown) {
      this.#isQuietOwed = true
      if (performance.now() - this.#quietAt > QUIET_MS) this.#quiet()
    }
    if (!this.#mustReadAgain) return
    this.#mustReadAgain = false
    throw new ReadAgain()
  }

  #quiet(): void {
    if (!this.#isQuietOwed || this.#group) return
    this.#isQuietOwed = false
    this.#quietAt = performance.now()
    this.#reading.sink.quiet(placeText(this.place))
  }

  #refuse(entity: string, error: unknown, needs?: 'asked' | 'copy'): void {
    if (!(error instanceof ConnectorError) || error instanceof MalformedAnswer) throw error
    this.#reading.tables.refuse(entity, error, this.#reading.sink, needs)
  }
}
