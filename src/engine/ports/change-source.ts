import type { ConnectionType } from '../../core/catalog/connections/connection-types.ts'
import type { DriftPolicy } from '../../core/catalog/policies/drift-policies.ts'
import type { ZeroDatePolicy } from '../../core/catalog/policies/zero-date-policies.ts'
import type { Problem } from './connector.ts'
import type { MirrorReadiness } from './mirror-readiness.ts'
import type { ValueType } from './value-type.ts'

/**
 * A place in the log of a source, as text. Only its system knows the order of two places; the engine stores it with the rows and hands it back.
 */
export type LogPosition = string

/** A table as the log describes it at the moment of a change. */
export interface LoggedTable {
  /** Entity name, as of `SourceEntity`. */
  readonly name: string
  /** The columns that are mirrored, in the order of the fields of a row. */
  readonly columns: readonly string[]
  /** Places in `columns` of the key by which rows are found; empty: by all their values, and of equal rows any is as good as another. */
  readonly key: readonly number[]
  /** The type of each column, in a notation of the source that is only compared. Absent: unknown. */
  readonly types?: readonly string[]
  /** Tells the table from another one that gets its name; only compared. Absent: unknown. */
  readonly identity?: string
  /** What the texts of the columns are, for a destination that has to know. */
  readonly fields?: readonly LoggedField[]
  /** Steps leave out some of the rows: one that changes or goes need not have been there. */
  readonly isFiltered?: true
  /** Columns that come with the statement that is told by `altered`. */
  readonly added?: readonly AddedColumn[]
}

/** The text of a column: common text, unless it is in the notation of the source's own system. */
export interface LoggedField {
  /** In the source's notation. */
  readonly type: string
  readonly value: ValueType
  readonly isNative?: true
}

/** A table as the source's catalog describes it now. */
export interface DescribedTable {
  readonly table: LoggedTable
  /** Differs after rows may have come, gone or changed in another way than by the log: partitions that were attached, a table that was rewritten. */
  readonly storage: string
  /**
   * Numbers that the catalog never gives twice, by what has them: columns, and what keeps the log of the table. One that is another was replaced
   * under its name, or its changes were not kept for a while. Absent: unknown.
   */
  readonly numbers?: Readonly<Record<string, string>>
  /** The words of its enums, by such numbers: one that has another name changes rows without a word in the log. Absent: unknown. */
  readonly words?: Readonly<Record<string, string>>
  /** The highest number that a column ever had, also one that is not mirrored or is gone: what comes has a higher one. Absent: unknown. */
  readonly newest?: number
}

/** A column that has come at the source. */
export interface AddedColumn {
  readonly name: string
  /** As SQL of the source's system. */
  readonly type: string
  /** `type` is one of MySQL and MariaDB. */
  readonly isOfMysql?: true
  /** For a destination of any system. Absent: one of the source's system takes the type as it is. */
  readonly kind?: ValueType
  /** What the rows have that were there before, as common text. Absent: NULL. */
  readonly value?: string
}

/** A row in COPY's text format, fields between tabs, without the newline. */
export interface LoggedRow {
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
  /** Places of the columns whose values the log does not contain, because they did not change; their fields are NULL. */
  readonly unchanged: readonly number[]
}

/** Receives the committed transactions of a log in the order of their commits, each whole. Rows are valid during the call. */
export interface ChangeSink {
  /** @param transaction names it for `isVisible` */
  begin(transaction: string): void
  insert(table: LoggedTable, row: LoggedRow): void
  /** @param before the old values of the key if it has changed; of a table without a key, the whole old row */
  update(table: LoggedTable, row: LoggedRow, before: LoggedRow | undefined): void
  /** @param row only the fields of the key are read; of a table without a key, all */
  delete(table: LoggedTable, row: LoggedRow): void
  truncate(tables: readonly LoggedTable[]): void
  /** A statement has added columns. @param table as it is from here on, with `added` */
  altered(table: LoggedTable): void
  /** A transaction is complete. @param position after it. @param committedAt at the source, in milliseconds since 1970 */
  commit(position: LogPosition, committedAt: number): void
  /** Nothing that concerns the mirrored tables lies before the position, and no transaction is incomplete. */
  quiet(position: LogPosition): void
  /** From here on, the changes of a table cannot be read; the sink does not get them. @param needs as of `TableFailure`. Absent: `asked` */
  refused?(entity: string, problem: Problem, needs?: 'asked' | 'copy'): void
}

/** What is read of a log, and under which name the source keeps it. */
export interface ChangeRequest {
  readonly name: string
  /** By entity name. */
  readonly tables: ReadonlyMap<string, MirroredTable>
  /** The system of the destination, which the rows are written for. Absent: the rows are not read. */
  readonly destination?: ConnectionType
}

export interface MirroredTable {
  readonly columns: readonly string[]
  /** Only these columns, whatever comes. Absent: `drift` says what happens to columns that come. */
  readonly isChosen?: true
  /** Absent: the target follows. */
  readonly drift?: DriftPolicy
  /** Empty: rows are found by all their values. */
  readonly key: readonly string[]
  /** How dates that only MySQL has are read. Absent: as NULL. */
  readonly zeroDates?: ZeroDatePolicy
  /** Steps work on its rows, so that they must be in common text. */
  readonly hasSteps?: boolean
}

/** How much of its log the source keeps for us. */
export interface HeldLog {
  readonly bytes: number
  /** Who keeps the source from forgetting it, if that is not us: a transaction that has been open for long. */
  readonly holder?: { readonly process: string; readonly account: string; readonly seconds: number }
}

/** The log of one source, kept under one name and read by nobody else. Errors are ConnectorErrors. */
export interface ChangeSource {
  /** Whether these tables can be mirrored. Changes nothing. */
  readiness(entities: readonly string[]): Promise<MirrorReadiness>
  /** From the returned place on, the source keeps its log of these tables. What it kept before under this name is forgotten. */
  begin(entities: readonly string[]): Promise<{ readonly position: LogPosition; readonly since: Moment }>
  /**
   * Other tables than before; the log of those that are new is kept from now on.
   * @param copied it is copied again: what the log has of it before is not read
   */
  choose(entities: readonly string[], copied?: string): Promise<{ readonly since: Moment }>
  /** The source keeps nothing any more. */
  end(): Promise<void>
  /** A place after everything that is visible now. */
  now(): Promise<LogPosition>
  /** Without tables that are gone. Absent: changes of tables are only seen in the log. */
  describe?(entities: readonly string[]): Promise<ReadonlyMap<string, DescribedTable>>
  /**
   * What has to be known of columns that have come. Nothing if only a copy has their values.
   * @param newest see `DescribedTable`: a column that was there before, or has taken the place of another, has other values than one that has come
   */
  addedColumns?(entity: string, names: readonly string[], newest?: number): Promise<readonly AddedColumn[] | undefined>
  /** The columns of a table that are read now, of a source that does not describe its tables. Absent: those of its request. */
  columnsOf?(entity: string): readonly string[] | undefined
  held(): Promise<HeldLog | undefined>
  /**
   * Reads transactions that ended after the position, until the signal is aborted. One call at a time.
   * @throws ConnectorError, `LOG_GAP` when the source no longer has what follows the position
   */
  follow(from: LogPosition, sink: ChangeSink, signal: AbortSignal): Promise<void>
  /** The destination has everything up to there: the source may forget it. */
  confirm(position: LogPosition): void
  pause(): void
  resume(): void
  close(): Promise<void>
}

/** What a snapshot sees, as `Source.moment` names it. */
export type Moment = string

/** How moments of one system are compared. */
export interface Moments {
  /** Whether the changes of a transaction are in the rows that the moment sees. */
  readonly sees: (moment: Moment, transaction: string) => boolean
  /** Whether a moment sees everything that had begun before another. */
  readonly isAfter: (moment: Moment, since: Moment) => boolean
  /** Whether everything that was committed before a place in the log lies before another. */
  readonly isReached: (place: LogPosition, by: LogPosition) => boolean
}
