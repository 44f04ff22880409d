import type { ConnectionType } from '../../core/catalog/connections/connection-types.ts'
import type { InvalidPolicy } from '../../core/catalog/policies/invalid-policies.ts'
import type { ZeroDatePolicy } from '../../core/catalog/policies/zero-date-policies.ts'
import type { Sentence } from '../../core/catalog/sentence.ts'
import type { Column, Entity, Problem } from './connector.ts'
import type { Currency } from './currency.ts'
import type { PlannedRead, SourceEstimate } from './estimate.ts'
import type { Ignored } from './ignored.ts'
import type { CellSums, KeyDigest, RowsFound } from './key-digest.ts'
import type { OwnType } from './own-type.ts'
import type { Condition, Pushdown } from './pushdown.ts'
import type { RangedTable, TableRange } from './ranges.ts'
import type { RejectedRow } from './rejected-row.ts'
import type { DatabaseStructure } from './table-structure.ts'
import type { ValueType } from './value-type.ts'
import type { KeyOrder, KeyQuestion, KeySelection, KeySpan, KeySum } from './vanished-rows.ts'

/** Receives the rows of one stream, in the format that both sides use, as CopyData messages of Postgres. */
export interface RowSink {
  /**
   * @param frames whole or split messages; the receiver owns them and frees their memory after sending
   * @param rows number of rows that begin in them
   * @returns false when the other side is behind: write nothing until `drained`
   */
  write(frames: Buffer, rows: number): boolean
  drained(): Promise<void>
}

/** The names that a column of a view has in the tables behind it, through views of views, or from which a table computes it. `unknown`: any. */
export type UnderlyingNames = readonly string[] | 'unknown'

/** A column with everything that a destination needs to create an equal one. */
export interface SourceColumn extends Column {
  /** The kind of its values, for destinations of another system than that of `type`. */
  readonly value: ValueType
  /** The expression of a generated column, in the source's SQL. */
  readonly expression?: string
  /** The user-defined types that its type consists of, and the type itself; each after the types that it needs. */
  readonly ownTypes?: readonly OwnType[]
  /** Steps have made it before: its type is none of the source's system. */
  readonly isComputed?: true
  /** The source requires a value, but may have values that cannot be expressed in common text and are read as NULL. */
  readonly mayBeReadAsNull?: true
  /** Its type is money, or consists of it. */
  readonly currency?: Currency
  /** In what two of its values may differ that the source takes for equal, such as case. Absent: in nothing. */
  readonly ignores?: Ignored
  /** The common text of its values differs from its own system's notation: a list becomes JSON. */
  readonly hasNativeText?: true
  /** Of a view that was asked for by its name, and of a generated column. */
  readonly behind?: UnderlyingNames
}

export interface SourceEntity extends Omit<Entity, 'columns'> {
  readonly columns: readonly SourceColumn[]
  /** A warning before the read, for example about row security that hides rows. */
  readonly warning?: Sentence
  /** Its approximate size at the source, in bytes. Absent if unknown. */
  readonly bytes?: number
}

/**
 * The part of an entity that an incremental run reads: rows whose `cursor` is at least `from` (below the last run's bound, because
 * rows below the bound may have been committed after that run's read) and at most `until`. Bounds are common text.
 */
export interface Window {
  readonly cursor: string
  readonly from?: string
  readonly until?: string
  /** Rows whose cursor has no value. */
  readonly empty?: { readonly rows: number; readonly areRead: boolean }
  /** Rows whose value cannot be a mark (see `CursorBounds`); they are read every time. */
  readonly ahead?: number
}

/** Facts about a cursor in the source's snapshot, before it is used. */
export interface CursorBounds {
  /** The largest value that can be a mark: neither infinite nor NaN, and no time more than a day ahead of the source's clock. */
  readonly until?: string
  /** Rows whose cursor has no value. */
  readonly empty: number
  /** Rows with another value that cannot be a mark, because the next run would find no larger value. */
  readonly ahead: number
}

export interface ReadRequest {
  readonly entity: SourceEntity
  /** Names, in the order of the fields. */
  readonly columns: readonly string[]
  readonly format: string
  /** The columns that are sent in the source system's own notation, even in common text. */
  readonly nativeText?: readonly string[]
  /** Absent: every row. */
  readonly window?: Window
  /** The maximum number of rows to read, the first ones; a source that continues is stopped. */
  readonly limit?: number
  /** The columns by which the rows come, so that the first ones are the same each time; `orderOfFirst` has named them. Absent: in any order. */
  readonly orderedBy?: readonly string[]
  /** Only rows with these keys. Absent: all. */
  readonly keys?: KeySelection
  /** The part to read of a table that `ranges` has described. Absent: all. */
  readonly range?: TableRange
  /** Rows that do not meet these conditions may be left out, because the reader leaves them out in any case; `narrows` has accepted each. */
  readonly narrowedTo?: readonly Condition[]
  /** The steps that the source has accepted (`pushdown`); `columns` are then the columns after the steps. */
  readonly pushdown?: Pushdown
  /** How dates that only MySQL has are read. Absent: as NULL. */
  readonly zeroDates?: ZeroDatePolicy
  /** Columns of which the reader rejects a missing value: rows with such a date in one of them are rejected instead, with the date. */
  readonly required?: readonly string[]
  /** What happens to a row with another value that the format cannot express. Absent: the read fails. */
  readonly onInvalid?: InvalidPolicy
  /** Receives rejected rows; they count as read, and are not sent. Absent: the read fails. */
  readonly reject?: (row: RejectedRow) => void
  /** Called at the end with the number of values of a column that were read as NULL because the format cannot express them. */
  readonly onReadAsNull?: (column: string, rows: number) => void
  /** Called at the end, by sources that have `sum` of ranges, with that sum. */
  readonly onSum?: (sum: string) => void
}

/** A source's promise to run steps itself. */
export interface PushdownAnswer {
  /** The number of rows before the steps, if they leave some out; absent: the number of sent rows. */
  readonly rows?: number
}

/** What the account of a source may not read. */
export interface Refusal {
  /** None: the whole entity. */
  readonly columns: readonly string[]
  readonly problem: Problem
}

/** What a source counts and sums of the rows that `read` reads, each by a query of its own in the snapshot. */
export interface SourceSums {
  /** The digests of these columns, cheapest first; see `KeyDigest`. */
  digests(entity: SourceEntity, columns: readonly string[]): readonly string[]
  /** How whole rows with these columns can be summed, fastest first; `digest` takes these names too, and so do questions for keys. */
  rows(entity: SourceEntity, columns: readonly string[]): readonly string[]
  /** What can be summed of the values of these columns, which `digest` then takes. Nothing: no values. */
  cells(entity: SourceEntity, columns: readonly string[]): CellSums | undefined
  /**
   * Counts the rows. Without a digest, no keys are summed.
   * @returns nothing if they are no longer visible, for example because the table was emptied. @throws ConnectorError
   */
  digest(read: Pick<ReadRequest, 'entity' | 'window'>, digest: KeyDigest | undefined): Promise<RowsFound | undefined>
}

/** Sums the keys of an entity range by range; see `KeyOrder`. */
export interface KeyReader {
  /** The orders in which these columns, as a key, are summed, cheapest first. */
  orders(entity: SourceEntity, columns: readonly string[]): readonly KeyOrder[]
  /** For the order `number`. @returns nothing if there is no key. @throws ConnectorError */
  span(entity: SourceEntity, column: string): Promise<KeySpan | undefined>
  /** Sums of all keys of this snapshot. @throws ConnectorError */
  sums(entity: SourceEntity, question: KeyQuestion): Promise<readonly KeySum[]>
}

export interface ParallelReads {
  readonly atOnce: number
  /**
   * Prepares several reads of these entities, if it is useful; `atOnce` then has their number. Called before any method of the source but
   * `entities`, because the snapshot may change. @throws ConnectorError
   */
  ready(entities: readonly SourceEntity[]): Promise<void>
}

export interface SourceRanges {
  /** Identifies the snapshot for `openSource` of another process, as long as this source is open. Absent: nobody else can open it. */
  readonly snapshotName?: string
  /** How many ranges are read at once. Absent: as many as are asked for. */
  readonly atOnce?: number
  /** Whether an entity may have ranges, which `table` says for sure. */
  has(entity: SourceEntity): boolean
  /**
   * How these columns, or the columns after the steps, are read range by range; nothing if they cannot be.
   * @param window without a lower bound: leaves out rows without a value at most. @throws ConnectorError
   */
  table(
    entity: SourceEntity,
    columns: readonly string[],
    steps?: Pushdown,
    window?: Window,
  ): Promise<RangedTable | undefined>
  /**
   * A sum of the rows of a range, as `read` tells with `onSum`: equal only for equal rows. None of them is passed on.
   * Absent: the tables have a history. @throws ConnectorError, or the signal's reason
   */
  sum?(request: ReadRequest, signal: AbortSignal): Promise<string | undefined>
}

/** One run's snapshot of a source: everything is read as of one moment. */
export interface Source {
  /** The system of the columns' `type`, also for `ownTypes` and `expression`. Absent: no system, and only the `value` counts. */
  readonly system?: ConnectionType
  /** Equal for two connections to the same database, otherwise different. */
  readonly identity: string
  /** The server and its version, for people: `PostgreSQL 17.2`. */
  readonly serverVersion?: string
  /** The prefix, before a dot, of entity names in the connection's default place. Absent if names have one part. */
  readonly namespace?: string
  /** An entity's name as the source spells it. Absent: it tells all names apart. */
  spelled?(entity: string): string
  /** Absent: one read at a time. */
  readonly reads?: ParallelReads
  /** The named entities that exist, or all that this account can read, in a stable order. @throws ConnectorError */
  entities(only?: readonly string[]): Promise<readonly SourceEntity[]>
  /**
   * For names that `entities` did not have: whether the account may not read them, so that this is not taken for their absence. Nothing: they
   * do not exist. Absent if a source has no rights of its parts. @throws ConnectorError
   */
  refusal?(entity: string, columns: readonly string[]): Promise<Refusal | undefined>
  /**
   * Formats in which these columns can be read, cheapest first. Two sides can use a format if the names are equal; a source of a format that
   * only some targets support searches the target's names.
   */
  formats(entity: SourceEntity, columns: readonly string[], taken: readonly string[]): readonly string[]
  /**
   * The range of a column's values in this snapshot, as common text with the source's own precision.
   * Absent if a source has no cursors. @throws ConnectorError
   */
  cursorBounds?(entity: SourceEntity, cursor: string): Promise<CursorBounds>
  /**
   * Whether the source can run these steps in a read in common text with exactly the same results as the engine. It queries the
   * rows if the answer depends on them. Absent if a source runs no steps.
   * @returns nothing if the engine must run them. @throws ConnectorError
   */
  pushdown?(read: Pick<ReadRequest, 'entity' | 'window'>, steps: Pushdown): Promise<PushdownAnswer | undefined>
  /** Whether `pushdown` takes such steps, as far as the types of the columns say it. Absent: a source runs no steps. */
  pushes?(entity: SourceEntity, steps: Pushdown): boolean
  /**
   * Whether a read can leave out rows that do not meet this condition, and no row that meets it. Other rows may remain, so unlike `pushdown` it
   * needs no query. Absent if a source leaves out none.
   */
  narrows?(entity: SourceEntity, condition: Condition): boolean
  /**
   * The columns by which it can read the first rows of an entity without reading all of them: the key of a table. None: its rows have no
   * order. Absent if a source has an order of its own, in which it reads.
   */
  orderOfFirst?(entity: SourceEntity): readonly string[]
  /**
   * Names the transactions that the snapshot sees, as far as these entities are concerned, for a mirror that follows the log. Called before rows are
   * read, because it may take another snapshot. Absent: the system has no such log. @throws ConnectorError
   */
  moment?(entities: readonly string[]): Promise<string>
  /** Absent: nothing is read range by range. */
  readonly ranges?: SourceRanges
  /**
   * Reads an entity, or a part of it, to its end. An aborted signal stops the server's work too.
   * @returns the number of rows counted by the source. @throws ConnectorError, or the signal's reason
   */
  read(request: ReadRequest, sink: RowSink, signal: AbortSignal): Promise<number>
  /** Absent: no sum, and no count besides the rows that it sends. */
  readonly sums?: SourceSums
  /** Absent: keys are not summed, so that vanished rows are found only by reading all. */
  readonly keys?: KeyReader
  /** Indexes, constraints, defaults and comments of these tables, and the views of the database. Absent if a source has none. @throws ConnectorError */
  structure?(tables: readonly SourceEntity[]): Promise<DatabaseStructure>
  /** What a run would read and what that costs, for entities of `entities`; reads no row that a vendor charges. @throws ConnectorError */
  estimate?(reads: readonly PlannedRead[]): Promise<SourceEstimate>
  /** A note after everything was read, for example about its price. */
  notes?(): readonly Sentence[]
  close(): Promise<void>
}
