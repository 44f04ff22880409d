import type { ConnectionType, WriteMode } from '../../core/catalog/connections/connection-types.ts'
import type { OwnTypePolicy } from '../../core/catalog/policies/own-type-policies.ts'
import type { ColumnNote } from '../../core/catalog/runs/column-notes.ts'
import type { TargetEffect } from '../../core/catalog/runs/target-effects.ts'
import type { Sentence } from '../../core/catalog/sentence.ts'
import type { PrepareDryRun } from './dry-run.ts'
import type { PlannedWrite, SideEstimate } from './estimate.ts'
import type { Ignored } from './ignored.ts'
import type { CellSums, KeyDigest, RowsFound } from './key-digest.ts'
import type { JoinedRanges, RangedLoad, Ranging } from './ranges.ts'
import type { RejectedRow } from './rejected-row.ts'
import type { RowSink, SourceColumn } from './source.ts'
import type { FindRows, SqlNotation } from './staged-query.ts'
import type { StructureBuilder } from './structure-builder.ts'
import type { Field, ValueMend } from './value-type.ts'
import type { VanishedFound, VanishedHandling, VanishedSearch } from './vanished-rows.ts'

/** Who may commit. A destination refuses a commit whose epoch is lower than the highest one for this flow and target. */
export interface Fence {
  readonly flowId: string
  readonly runId: string
  /** Increases with every attempt of every run of the installation. */
  readonly epoch: bigint
  /** A table that is created is noted as the flow's own, in the same step, because its structure follows. */
  readonly copiesStructure?: true
}

/** How the columns of a source differ from those of the last run. */
export interface Drift {
  /** Whether the target may get columns, and wider types if no data is lost. */
  readonly mayWiden: boolean
  readonly added: readonly string[]
  /** Columns with another type than before. */
  readonly changed: readonly string[]
  /** Columns that no longer exist; the target keeps them, without a value in new rows. */
  readonly gone: readonly string[]
}

/** Distinguishes a repeated row from a new one: by its key and cursor, or by all columns. */
export interface Overlap {
  /** Columns that always have a value and identify rows; empty: as many rows as the target has with exactly the same values were already written. */
  readonly key: readonly string[]
  /** The cursor of the stream, if it reaches the target unchanged. */
  readonly cursor?: string
  /** How far the cursor, a number or a time, was read before, as common text: later rows are new. Absent: every row may already exist. */
  readonly until?: string
}

/** What happened to rows that are not in the target unchanged. */
export interface PublishResult {
  /** Rows that already existed and were not written a second time. */
  readonly repeated?: number
  /** Rows with the same key as a later row. */
  readonly superseded?: number
  /** Rows of whose keys the target has rows that are as new or newer. */
  readonly outdated?: number
  /** Rows that were removed, or marked, because the source no longer has their key. */
  readonly vanished?: number
  readonly altered?: AlteredRows
}

/** Rows that are in place otherwise than they were written, because something of the target changes them. */
export interface AlteredRows {
  readonly rows: number
  readonly columns: readonly string[]
  /** The names of the triggers and rules. */
  readonly by: string
}

export interface TargetRequest {
  /** As a person wrote it, `schema.table` for databases. */
  readonly target: string
  readonly columns: readonly SourceColumn[]
  /** The system of the columns' `type`. A destination of another system uses their `value`. */
  readonly system?: ConnectionType
  /** Columns for which only the `value` counts, because steps created them. Absent: there are no steps. */
  readonly computed?: readonly string[]
  /** How user-defined types of the source are treated, if the destination is the same system. Absent: they are created there too. */
  readonly ownTypes?: OwnTypePolicy
  readonly mode: WriteMode
  /** For `upsert`: names of the columns that identify rows. Absent: the source's key. */
  readonly key?: readonly string[]
  /** The column for each field, for destinations whose fields have fixed names. Absent: by equal names. */
  readonly mapping?: Readonly<Record<string, string>>
  /** Absent: they are equal, or there was no earlier run. */
  readonly drift?: Drift
  /** Every row is checked by `refuses` before it is written, so a column may accept only some of the values. Absent: it must accept all. */
  readonly checksValues?: true
  /** The values that arrive are summed before they are in place; see `TargetSums.cells`. Absent: a destination that would pay for the sum does without it. */
  readonly sumsValues?: true
  /** Appended rows may already exist, because a part is read again. Absent: every row is new. */
  readonly overlap?: Overlap
  /** For `upsert`, what happens to rows that the source no longer has. Absent: they stay. */
  readonly vanished?: VanishedHandling
  /** For `upsert`, when the rows that come may be older than those that are there. Absent: they are newer. */
  readonly keepsNewer?: KeptNewer
  /** The queries that `find` of the load will get: rows are staged, and a query with an error fails the load before the first row. */
  readonly finds?: readonly string[]
  /** Nothing will be written: notes say what a run would do. */
  readonly isDry?: true
  readonly fence: Fence
}

/** Rows of the target stay although rows with their keys come. */
export interface KeptNewer {
  /** Those that are older by this column are updated. */
  readonly cursor?: string
  /** Those that are as old are updated too, and so are all without a column: nothing newer is known to have come. */
  readonly updatesAsOld?: true
}

/** Where entities of a source go by default: within the place of the connection, whatever the source calls its own database. */
export interface DefaultPlaces {
  /** @param namespace the prefix of entity names in the source's own database */
  of(entity: string, namespace: string | undefined): string
  /** Whether entities of a flow that were written under their name at the source stay there; otherwise that place may belong to somebody else. */
  readonly areKept: boolean
}

export interface ParallelLoads {
  /** How many loads of independent targets may run at once. */
  readonly atOnce: number
  /**
   * Does for several targets at once what `prepare` would do for each; `prepare` is still called for each and reports its errors.
   * @throws ConnectorError when that cannot be done
   */
  prepare(requests: readonly TargetRequest[]): Promise<void>
}

/** A target that SQL may change before the rows come. */
export interface HeldTarget {
  readonly target: string
  readonly fence: Fence
  /** Whether its rows will be replaced. */
  readonly isAlone: boolean
}

/** The destination of one run. */
export interface Destination {
  /** Equal for two connections to the same database, otherwise different. */
  readonly identity: string
  /** The server and its version, for people: `PostgreSQL 17.2`. */
  readonly serverVersion?: string
  /** Absent: one target at a time. */
  readonly loads?: ParallelLoads
  /** How queries over staged rows are written. */
  readonly sql?: SqlNotation
  /** Whether it can find rows that the source no longer has; `whole`: only if every row of the source was staged. */
  readonly findsVanished?: 'whole' | true
  /** The modes that it supports; the first is the default of a flow. */
  readonly modes: readonly WriteMode[]
  /** The canonical notation of a target's name, so that two notations of one table are recognized. */
  nameOf(target: string): string
  /** Absent: the default target of an entity has the name of the entity. */
  readonly places?: DefaultPlaces
  /**
   * The result of `prepare`, by the same rules. Nothing is written and nothing is locked out: the fence is not raised.
   * @throws ConnectorError like `prepare`
   */
  plan(request: TargetRequest): Promise<TargetPlan>
  /**
   * Changes the columns of an existing target, and nothing else, by the statement of its plan.
   * Absent if the system cannot. @throws ConnectorError `TARGET_CHANGED` if the plan now has another statement, or none: nothing was changed
   */
  changeTarget?(request: TargetRequest, statement: string): Promise<void>
  /**
   * Checks that the target can store the rows, and locks out older attempts (the fence); no row is read or written yet.
   * @throws ConnectorError that names every problematic column
   */
  prepare(request: TargetRequest): Promise<Target>
  /**
   * Takes part in the ranges of an attempt of another worker; present if targets have `ranges`.
   * @param loadId of that worker's load. @param assistant the name of this worker. @throws ConnectorError
   */
  joinRanges?(loadId: string, fence: Fence, assistant: string): Promise<JoinedRanges>
  /**
   * Executes what a person wrote – one statement, or several separated by semicolons – in a session of its own, with the rights of the connection.
   * Ended with its work when the signal is aborted. Absent if the system has no SQL.
   * @param mayBegin asked when nothing else is left to do before; the SQL follows at once, or never if it rejects
   * @param held targets that runs of other flows may not write meanwhile, as the rows of this run will not let them
   * @throws ConnectorError with the server's message, and its position in the text if the server says it; `CONFLICT` if a run has a target
   */
  executeSql?(sql: string, mayBegin: () => Promise<void>, held?: readonly HeldTarget[]): Promise<void>
  /** What these writes, in their order, would cost. Changes nothing. @throws ConnectorError */
  estimate?(writes: readonly PlannedWrite[]): Promise<SideEstimate>
  /** Builds indexes, constraints, defaults, views and comments of tables that the flow creates. Absent if it cannot. */
  readonly structure?: StructureBuilder
  /** Receives rows only to report what they would change. Absent if the only result is their number. */
  readonly prepareDryRun?: PrepareDryRun
  close(): Promise<void>
}

/** A moved column as it will be in the target. */
export interface PlannedColumn {
  readonly name: string
  /** The type in the target's notation. */
  readonly type: string
  readonly notes: readonly ColumnNote[]
}

/** What a run would do with a target. */
export interface TargetPlan {
  readonly effect: TargetEffect
  /** The columns of the request, in its order. */
  readonly columns: readonly PlannedColumn[]
  /** Notes for people about how the rows are stored, in addition to the effect. */
  readonly notes: readonly Sentence[]
  /** The statement by which columns of the existing target are added or widened. Absent: they stay as they are. */
  readonly statement?: string
  /** As of `Target`. */
  readonly ignores?: IgnoredColumns
}

/** What a target ignores when it compares values of these columns. */
export type IgnoredColumns = Readonly<Record<string, Ignored>>

/** Rows that an earlier attempt of the same run put in place before it was interrupted. */
export interface Committed {
  readonly rows: number
  /** As it was passed to `commit`. */
  readonly highWaterMark?: string
}

/** The reason why the target cannot store a row. */
export interface RowProblem {
  readonly column: string
  /** A message for people that never quotes the value: "accepts at most 5 characters". */
  readonly rule: Sentence
  /** Changes after which the column would accept the value, the one that loses least first. */
  readonly mends?: readonly ValueMend[]
  /** The wider type that the column could get, in the target's notation, and that accepts the value. */
  readonly widerType?: string
}

export interface Target {
  /** The target did not exist, so an incremental stream starts from the beginning. */
  readonly isNew: boolean
  /** Present if this run has already committed here; nothing must be repeated. */
  readonly committed?: Committed
  readonly formats: readonly string[]
  /** All columns that the target has after the run, in the target's notation. */
  readonly after?: readonly { readonly name: string; readonly type: string }[]
  /** The columns to read, in this order, without those that the destination computes itself. */
  readonly columns: readonly string[]
  /** The columns that need the source system's own notation instead of common text. */
  readonly nativeText?: readonly string[]
  /** Putting the rows in place neither changes nor waits for any other target. */
  readonly standsAlone?: true
  /** The rows go away in one message: nobody can ask for them, and they have no keys. */
  readonly isMessage?: true
  /** The columns whose values it takes for equal although they differ. */
  readonly ignores?: IgnoredColumns
  /** It keeps values of some columns in a form of its own, in which a part of them may be lost; notes name them. Such rows are not called verified. */
  readonly reshapes?: true
  /** Existing rows of an `overlap` are left out. */
  readonly leavesOutRepeated?: true
  /** Notes for people about how the rows are stored. */
  readonly notes: readonly Sentence[]
  /** Absent: every value in stored form fits, or the system accepts everything. */
  readonly checks?: RowChecks
  /** Rows that break a constraint of the target can be rejected: loads have `removeViolations`. */
  readonly removesViolations?: true
  /** Absent if staged rows cannot be queried; otherwise loads have `digest`. */
  readonly sums?: TargetSums
  /** Opens a staging place beside the target that nobody else sees. @throws ConnectorError */
  load(format: string): Promise<Load>
  /** Absent: rows are not written range by range. */
  readonly ranges?: TargetRanges
}

/** Finds out whether the target can store rows before they are written. */
export interface RowChecks {
  /** @param row common text, in the order of `columns`. @returns nothing if the target can store it */
  refuses(row: readonly Field[]): RowProblem | undefined
  /** The columns of which `refuses` refuses a missing value. */
  readonly required: readonly string[]
}

/** What the destination can sum of staged rows, which `digest` of a load then takes; see `SourceSums`. */
export interface TargetSums {
  /** The digests of these columns, cheapest first; see `KeyDigest`. */
  digests(columns: readonly string[]): readonly string[]
  /** How whole rows with these columns can be summed. */
  rows(columns: readonly string[]): readonly string[]
  /** What can be summed of the values of these columns. Nothing: no values. */
  cells(columns: readonly string[]): CellSums | undefined
}

export interface TargetRanges {
  /**
   * Like `load` of the target, for rows that are written range by range and outlive the attempt. Also opened to find out what an earlier
   * attempt has left. @throws ConnectorError
   */
  load(format: string, ranging: Ranging): Promise<RangedLoad>
  /**
   * Whether no transaction has an earlier snapshot of the destination, for which rows of several transactions would have to wait before they
   * are put in place. @throws ConnectorError
   */
  isSeenByAll(): Promise<boolean>
}

/** Receives rows. Until `commit` has returned, readers see only the old rows. */
export interface Load extends RowSink {
  /** Aborted, with a ConnectorError, as soon as the destination refuses a row or is lost. */
  readonly failure: AbortSignal
  /** Marks the end of the rows. @returns the number of rows counted by the destination. @throws ConnectorError */
  finish(): Promise<number>
  /**
   * After `finish`, checks the staged rows with a separate query of the destination. Absent if rows are not
   * staged. @throws ConnectorError
   */
  digest?(digest: KeyDigest | undefined): Promise<RowsFound>
  /** Queries the staged rows after `finish`, and changes nothing. Present if the request had `finds`. */
  readonly find?: FindRows
  /** Present if vanished rows are to be found: the target existed before. */
  readonly vanished?: VanishedSearch
  /**
   * Puts the rows in place in one step, and removes or marks the vanished rows in the same step, if no newer attempt has begun, and
   * stores with them the id of this run and the upper bound of what it read.
   * @param accept for a load without `vanished`: called before anything changes with rows of the target that were not staged, and throws if
   *   they are too many. Without it, none is removed or marked.
   * @returns what is not in place unchanged. @throws ConnectorError
   */
  commit(highWaterMark?: string, accept?: (found: VanishedFound) => void): Promise<PublishResult>
  /**
   * After a `commit` that was refused with `CONSTRAINT`: removes the staged rows that break a constraint of the target, reports them, and
   * leaves the rest ready for another `commit`. Absent if the staged rows cannot be queried, or the request had no `checksValues`.
   * @returns the number of removed rows: zero if the cause was not found. @throws ConnectorError
   */
  removeViolations?(reject: (row: RejectedRow) => void): Promise<number>
  /** Rolls everything back and stops the server's work. Never throws; does nothing after `commit`. */
  abandon(): Promise<void>
}
