import type { PredictedRefusal } from '../../../core/catalog/budgets.ts'
import type { CheckOutcome, CheckType, DataCheck } from '../../../core/catalog/checks/data-checks.ts'
import type { ConnectionType, WriteMode } from '../../../core/catalog/connections/connection-types.ts'
import type { DriftPolicy } from '../../../core/catalog/policies/drift-policies.ts'
import type { EmptyCursorPolicy } from '../../../core/catalog/policies/empty-cursor-policies.ts'
import type { InvalidPolicy } from '../../../core/catalog/policies/invalid-policies.ts'
import type { OwnTypePolicy } from '../../../core/catalog/policies/own-type-policies.ts'
import type { VerifyPolicy } from '../../../core/catalog/policies/verify-policies.ts'
import type { ZeroDatePolicy } from '../../../core/catalog/policies/zero-date-policies.ts'
import type { CheckState, UncheckedReason } from '../../../core/catalog/runs/check-states.ts'
import type { LogOrigin } from '../../../core/catalog/runs/log-origins.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { Connector, ConnectorContext, Endpoint, Problem } from '../../ports/connector.ts'
import type { Fence, KeptNewer, Target } from '../../ports/destination.ts'
import type { DifferingRows, DryRunResult, RowDifference } from '../../ports/dry-run.ts'
import type { SideEstimate } from '../../ports/estimate.ts'
import type { RejectedRow } from '../../ports/rejected-row.ts'
import type { SourceColumn, Window } from '../../ports/source.ts'
import type { FoundRows } from '../../ports/staged-query.ts'
import type { ValueMend } from '../../ports/value-type.ts'
import type { StepProcesses } from '../../step-process/step-processes.ts'
import type { ColumnLineage } from '../../transform/columns/column-lineage.ts'
import type { Step } from '../../transform/columns/step.ts'
import type { KnownColumn } from '../plan/resolve-drift.ts'
import type { RangePlan } from '../ranges/range-plan.ts'
import type { RangeSharing } from '../ranges/range-sharing.ts'
import type { StructureObject } from '../structure/structure-object.ts'

/** The settings of one stream of a flow. Names are entity names from `discover`. */
export interface StreamRequest {
  readonly entity: string
  /** Absent: the destination's default target for it. */
  readonly target?: string
  readonly mode: WriteMode
  /** Absent: every column. */
  readonly columns?: readonly string[]
  /** For `upsert`. Absent: the source's key. */
  readonly key?: readonly string[]
  /** For destinations whose fields have fixed names: the column for each field. Absent: by equal names. */
  readonly mapping?: Readonly<Record<string, string>>
  /** Reads only rows that are new since `after`, the upper bound of the last run that succeeded; absent: from the beginning. */
  readonly cursor?: { readonly column: string; readonly after?: string }
  /** What the run does when the source has changed its columns. Absent: the target follows. */
  readonly drift?: DriftPolicy
  /** What the run does when the target cannot store a row. Absent: it fails. */
  readonly onInvalid?: InvalidPolicy
  /** How dates that only MySQL has are read. Absent: as NULL. */
  readonly zeroDates?: ZeroDatePolicy
  /** How user-defined types of the source database are treated. Absent: they are created in the destination too. */
  readonly ownTypes?: OwnTypePolicy
  /** How rows without a value in the cursor are treated. Absent: they are read every time. */
  readonly emptyCursor?: EmptyCursorPolicy
  /** How values are changed that the target refuses, for rows that are sent again. Absent: such rows are rejected. */
  readonly mends?: readonly ColumnMend[]
  /** How the columns of the target change besides. Absent: only as `drift` says. */
  readonly change?: TargetChange
  /** Reads only these rows, whatever was read before. Absent: with a `cursor` what is new, otherwise all. */
  readonly selection?: RowSelection
  /** For `upsert`, rows of the target stay that are not older by this column of the source; without a column, all whose keys come. */
  readonly keepsNewer?: KeptNewer
  /** For `upsert`, what happens to rows of the target that the source no longer has. Absent: they stay. */
  readonly vanished?: VanishedPolicy
  /** What is compared before the rows are put in place, where both systems can sum it. Absent: the keys. */
  readonly verify?: VerifyPolicy
  /** Conditions that the rows must meet before they are put in place. */
  readonly checks?: readonly DataCheck[]
}

export type TargetChange =
  /** The target gets all columns that it lacks, and wider types where its own are too narrow. */
  | { readonly kind: 'fit' }
  /** These columns get the type of the rows' column, if it is wider. */
  | { readonly kind: 'widen'; readonly columns: readonly string[] }

export type RowSelection =
  /** By the cursor, both bounds included. */
  | { readonly kind: 'part'; readonly from?: string | undefined; readonly to?: string | undefined }
  /** By keys. */
  | ({ readonly kind: 'differing' } & DifferingRows)

/** What a run does with vanished rows, and how many it accepts. */
export interface VanishedPolicy {
  /** The column that gets the time of the run. Absent: the rows are removed. */
  readonly column?: string
  /** More than this share of the target's rows, in percent, fails the stream. */
  readonly limit: number
  /** As many rows as this are accepted in this run, whatever their share is. */
  readonly allowed?: number
}

/** A change of the values of one column. */
export interface ColumnMend {
  /** As it reaches the destination. */
  readonly column: string
  readonly mend: ValueMend
}

/** A stream with its target in the destination's notation. */
export interface SpelledStream extends StreamRequest {
  readonly target: string
}

/** The state of a stream after the last run that succeeded. */
export interface StreamState {
  /** How far an incremental stream was read; without a bound, its position was reset, or no value could be a mark. */
  readonly cursor?: {
    readonly column: string
    readonly highWaterMark?: string
    /** Rows after the bound were read too, or may have been. */
    readonly hasReadBeyond?: boolean
    /** The rows came from another entity: the source renamed it, or the flow was given another one. */
    readonly isOfAnother?: true
  }
  readonly columns?: readonly KnownColumn[]
  /** The columns of the target after it. */
  readonly target?: readonly string[]
  /** The number of rows that it wrote. */
  readonly rows?: number
}

/** The steps for the rows. */
export interface Transformations {
  /** In their order; each for one stream or for all. */
  readonly steps: readonly Step[]
  /** The organization's salt for hashes; never shown. */
  readonly salt: string
  /** Whether the rows are only some of a stream, so that steps that combine rows would have another result. Absent: they are all of it. */
  readonly areSingleRows?: boolean
}

/** The store of rejected rows. */
export interface RejectKeeper {
  /** How long rows are kept, in days. */
  readonly days: number
  /** Called before the first row of a stream; deletes rows that an earlier attempt stored. */
  begin(stream: RejectingStream): void
  /** @returns whether there was room for it */
  keep(entity: string, row: RejectedRow): boolean
  /** Rows that were kept before, by their numbers, are outdated: see `RejectedRow`. Absent: nobody sends rows again. */
  outdate?(entity: string, rows: readonly number[]): void
  /** Settles when everything is stored: before the other rows are put in place. @throws when something could not be stored */
  finalize(): Promise<void>
  /** @returns how many rows of a stream an earlier attempt of this run has rejected, stored or not */
  countRejected(entity: string): Promise<number>
}

export interface RejectingStream {
  readonly entity: string
  readonly target: string
  /** As they reach the destination. */
  readonly columns: readonly SourceColumn[]
  /** Columns that identify rows, as they reach the destination; none if nothing does. */
  readonly key: readonly string[]
  /** As they were before the steps. Absent: rows are known only as they reach the destination. */
  readonly source?: readonly SourceColumn[]
  /** The system of the columns' types. Absent: only the kinds of their values count. */
  readonly system?: ConnectionType
  /** Columns that reach the destination as steps have made them: without a type of that system. */
  readonly computed?: readonly string[]
}

/** The place of an entity, in the target's notation. */
export interface KnownTarget {
  readonly entity: string
  readonly target: string
}

/** SQL in the destination around all streams of a run, each executed once per run. */
export interface SqlHooks {
  readonly before?: string
  readonly after?: string
  /** Whether an earlier attempt of the run has executed it. */
  readonly isDone: (when: 'before' | 'after') => boolean
  /** Called before it is executed. @throws if another attempt has taken over */
  readonly begin: (when: 'before' | 'after') => Promise<void>
  /** Stores that it was executed. */
  readonly done: (when: 'before' | 'after') => Promise<void>
}

export interface MoveRequest {
  readonly source: {
    readonly connector: Pick<Connector, 'type' | 'openSource'>
    readonly endpoint: Endpoint
  }
  readonly destination: {
    readonly connector: Connector
    readonly endpoint: Endpoint
  }
  /** Empty: every entity of the source, replaced. */
  readonly streams: readonly StreamRequest[]
  /** Only the streams with these entities are moved; the others are included because of their relations to them. */
  readonly only?: readonly string[]
  /** Called once per stream, with the target's notation. */
  readonly stateOf?: (entity: string, target: string) => StreamState | undefined
  /** Where earlier runs of the flow, between the same connections, have written entities. */
  readonly knownTargets?: readonly KnownTarget[]
  readonly transformations?: Transformations
  /** Starts the process for the steps. Absent: with default limits. */
  readonly stepProcesses?: Pick<StepProcesses, 'open'>
  /** Needed for streams that reject rows. */
  readonly rejects?: RejectKeeper
  /** Nothing is written; the changes are reported instead. */
  readonly dry?: boolean
  /** Not for dry runs. */
  readonly sql?: SqlHooks
  /** Tables that the run creates also get the structure of their source, after the rows. Absent: only their columns and keys. */
  readonly copiesStructure?: boolean
  /** How large tables are split. Absent: in the best way. */
  readonly ranges?: RangePlan
  /** Absent: this worker moves all of them. */
  readonly rangeSharing?: RangeSharing
  /** Whether another attempt of this run follows, called after this one was stopped. */
  readonly isHandedOver?: () => boolean
  readonly fence: Fence
  readonly context: ConnectorContext
  readonly onEvent: (event: MoveEvent) => void
}

/** The result of the check before the rows were put in place. */
export interface ArrivalCheck {
  readonly state: CheckState
  /** As the destination counted them. */
  readonly rows: number
  /** As the source counted them by a separate query, before its steps. Absent: they were not counted there. */
  readonly counted?: number
  /** Columns, with the destination's names, whose values were compared with the source's. */
  readonly keys?: readonly string[]
  /** The sum of the read side is of the rows that were sent, not of those that the source has. */
  readonly sent?: true
  /** The result, equal on both sides; see `KeyDigest`. */
  readonly digest?: { readonly name: string; readonly read: string; readonly landed: string }
  /** The reason why no keys were compared. */
  readonly reason?: UncheckedReason
}

/** The result of one of the stream's own checks. */
export interface CheckResult {
  readonly id: string
  readonly type: CheckType
  readonly state: CheckOutcome
  /** How many rows did not pass; absent for a check that is not about single rows. */
  readonly rows?: number
  readonly message: Sentence
}

/** The parts of a stream, one after the other. */
export type PhaseName = 'moving' | 'checking' | 'committing'

/** The durations of the parts of a stream, in milliseconds; a part that goes on has none yet. */
export interface StreamPhases {
  /** When the first part began: an instant. */
  readonly begun?: string
  readonly moving?: number
  readonly checking?: number
  readonly committing?: number
}

export type StreamStatus = 'pending' | 'running' | 'committing' | 'succeeded' | 'failed' | 'cancelled'

/** The running totals of one stream; always complete, never a difference. */
export interface StreamProgress {
  readonly entity: string
  readonly target: string
  readonly status: StreamStatus
  readonly rowsRead: number
  readonly rowsFiltered: number
  readonly rowsRejected: number
  readonly rowsWritten: number
  /** Additional rows from steps: read + added = filtered + rejected + written. */
  readonly rowsAdded?: number
  readonly bytes: number
  readonly estimatedRows?: number
  /** The window of an incremental stream; the next run continues at its upper bound, if this one succeeds. */
  readonly window?: Window
  /** Where the next run would have continued without this one; only for an incremental stream. */
  readonly cursorBefore?: string
  readonly check?: ArrivalCheck
  /** The results of the stream's own checks, in their order. */
  readonly dataChecks?: readonly CheckResult[]
  readonly phases?: StreamPhases
  /** Rows of the target that were removed, or marked, because the source no longer has their key. */
  readonly rowsRemoved?: number
  readonly rowsMarked?: number
  /** Keys that the source sent for the comparison, in addition to the rows. */
  readonly keysCompared?: number
  /** The result of a dry run. */
  readonly difference?: RowDifference
  /** The columns by whose values source and target were compared. */
  readonly comparedColumns?: readonly string[]
  /** Rows that arrived, and were left out when the others were put in place; they count as filtered. */
  readonly rowsLeftOut?: number
  /** A dry run has created the message that a run would send. */
  readonly hasMessage?: true
  /** A note for people about how the rows were moved. */
  readonly notes?: readonly Sentence[]
  readonly error?: Problem
}

/** From which tables and columns a target is made. */
export interface StreamLineage extends ColumnLineage {
  /** In the notation of each side. */
  readonly entity: string
  readonly target: string
  /** The columns that are read of each table: the stream's own first, then those that joins add. */
  readonly read: readonly { readonly entity: string; readonly columns: readonly NamedColumn[] }[]
  /** All columns of the target after the run, or the ones that are sent if it has none of its own. */
  readonly written: readonly NamedColumn[]
}

interface NamedColumn {
  readonly name: string
  /** In the system's notation. */
  readonly type: string
}

/** What is reported while rows move, by its kind. */
export interface MoveEvents {
  /** Both ends are open, and the budgets allow the run. */
  readonly begun: object
  /** All streams after planning, then one event per change, at most every 100 ms per stream. */
  readonly planned: { readonly streams: readonly StreamProgress[] }
  readonly progress: { readonly stream: StreamProgress }
  /** The servers at both ends, once both are open. */
  readonly servers: { readonly source?: string; readonly destination?: string }
  /** The account of that end in the notation of its server, as soon as the server has told it. */
  readonly account: { readonly side: 'source' | 'destination'; readonly account: string }
  /** The columns with which the next run compares its columns, if this one succeeds; those of the target once it is known. */
  readonly columns: {
    readonly entity: string
    readonly columns: readonly KnownColumn[]
    readonly target?: Target['after']
  }
  /** From which columns those of a target are made, once it is known. */
  readonly lineage: { readonly lineage: StreamLineage }
  /** The result of a dry run for a stream, with some of the rows. */
  readonly 'dry-run': { readonly entity: string; readonly result: DryRunResult }
  /** At the end of a dry run: what the counted rows would cost the destination. */
  readonly estimate: { readonly destination: SideEstimate }
  /** Of a dry run, before its rows: why a run would not begin. */
  readonly 'predicted-refusal': { readonly refusal: PredictedRefusal }
  /** The objects of the structure with their states; always complete. */
  readonly structure: { readonly objects: readonly StructureObject[] }
  /** Some of the rows that did not pass a check of a stream. */
  readonly 'check-rows': { readonly entity: string; readonly checkId: string; readonly found: FoundRows }
  readonly log: {
    readonly level: 'info' | 'warning' | 'error'
    readonly message: Sentence
    readonly entity?: string
    /** The place of the event; absent if it concerns the run as a whole. */
    readonly origin?: LogOrigin | undefined
  }
}

export type EventOf<Kind extends keyof MoveEvents> = { readonly kind: Kind } & MoveEvents[Kind]

export type MoveEvent = { [Kind in keyof MoveEvents]: EventOf<Kind> }[keyof MoveEvents]

export interface MoveResult {
  /** All rows have arrived, but the run was stopped before the SQL after them was executed. */
  readonly isSqlAfterLeft?: true
  readonly streams: readonly StreamProgress[]
}
