import type { CheckState, UncheckedReason } from '../../core/catalog/check-states.ts'
import type { WriteMode } from '../../core/catalog/connection-types.ts'
import type { DriftPolicy } from '../../core/catalog/drift-policies.ts'
import type { EmptyCursorPolicy } from '../../core/catalog/empty-cursor-policies.ts'
import type { InvalidPolicy } from '../../core/catalog/invalid-policies.ts'
import type { LogOrigin } from '../../core/catalog/log-origins.ts'
import type { OwnTypePolicy } from '../../core/catalog/own-type-policies.ts'
import type { Sentence } from '../../core/catalog/sentence.ts'
import type { ZeroDatePolicy } from '../../core/catalog/zero-date-policies.ts'
import type { Connector, ConnectorContext, Endpoint, Problem } from '../ports/connector.ts'
import type { Fence } from '../ports/destination.ts'
import type { DryRunResult, RowDifference } from '../ports/dry-run.ts'
import type { RejectedRow } from '../ports/rejected-row.ts'
import type { SourceColumn, Window } from '../ports/source.ts'
import type { StepProcesses } from '../step-process/step-processes.ts'
import type { Step } from '../transform/columns/step.ts'
import type { RangePlan } from './range-plan.ts'
import type { RangeSharing } from './range-sharing.ts'
import type { KnownColumn } from './resolve-drift.ts'

/** What a flow asks of one stream. Names are entity names as `discover` gives them. */
export interface StreamRequest {
  readonly entity: string
  /** Absent: the destination's own place for it. */
  readonly target?: string
  readonly mode: WriteMode
  /** Absent: every column. */
  readonly columns?: readonly string[]
  /** For `upsert`. Absent: the source's key. */
  readonly key?: readonly string[]
  /** For destinations whose fields have fixed names: the column for each field. Absent: by equal names. */
  readonly mapping?: Readonly<Record<string, string>>
  /** Reads only what is new since `after`, the upper bound of the last run that succeeded; absent: since ever. */
  readonly cursor?: { readonly column: string; readonly after?: string }
  /** What becomes of the run when the source has changed its columns. Absent: the target follows. */
  readonly drift?: DriftPolicy
  /** What becomes of the run when a row cannot stand in the target. Absent: it fails. */
  readonly onInvalid?: InvalidPolicy
  /** What becomes of dates that only MySQL has. Absent: they are NULL. */
  readonly zeroDates?: ZeroDatePolicy
  /** What becomes of types that somebody made in the source database. Absent: they are made in the destination too. */
  readonly ownTypes?: OwnTypePolicy
  /** What becomes of rows without a value in the cursor. Absent: they are read every time. */
  readonly emptyCursor?: EmptyCursorPolicy
}

/** A stream with its target as the destination spells it. */
export interface SpelledStream extends StreamRequest {
  readonly target: string
}

/** What the last run that succeeded left of a stream. */
export interface StreamMemory {
  /** How far an incremental stream was read; without a bound, its position was reset since, or no value could tell. */
  readonly cursor?: {
    readonly column: string
    readonly highWaterMark?: string
    /** Rows beyond the bound were read too, or may have been. */
    readonly hasReadBeyond?: boolean
  }
  readonly columns?: readonly KnownColumn[]
}

/** What rows pass on their way. */
export interface Transformations {
  /** As drawn; each for one stream or for all. */
  readonly steps: readonly Step[]
  /** What hashes of the organization begin with; never shown. */
  readonly salt: string
}

/** Where rejected rows are kept. */
export interface RejectKeeper {
  /** Before the first row of a stream; what an earlier attempt kept of it is gone. @param columns as they come to the destination */
  begin(stream: { entity: string; target: string; columns: readonly SourceColumn[] }): void
  /** @returns whether there was room for it */
  keep(entity: string, row: RejectedRow): boolean
  /** Settles once everything is kept: before rows are put in place without those. @throws when something could not be */
  finalize(): Promise<void>
  /** @returns how many rows of a stream an earlier attempt of this run has rejected, kept or not */
  countRejected(entity: string): Promise<number>
}

/** Where an entity came to stand, in the target's one spelling. */
export interface LandedEntity {
  readonly entity: string
  readonly target: string
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
  /** Of these streams only those with these entities are moved; the others are there for what they have to do with them. */
  readonly only?: readonly string[]
  /** Asked once per stream, with the target's one spelling. */
  readonly recall?: (entity: string, target: string) => StreamMemory | undefined
  /** Where earlier runs of the flow have brought entities, between the same connections. */
  readonly landed?: readonly LandedEntity[]
  readonly transformations?: Transformations
  /** Starts the process in which the steps run. Absent: with limits of its own. */
  readonly stepProcesses?: Pick<StepProcesses, 'open'>
  /** Needed for streams that reject rows. */
  readonly rejects?: RejectKeeper
  /** Nothing is written; what would change is told instead. */
  readonly dry?: boolean
  /** How large tables are cut. Absent: as it is best. */
  readonly ranges?: RangePlan
  /** Absent: all of them are moved here. */
  readonly rangeSharing?: RangeSharing
  /** Whether another attempt of this run follows, asked when this one was stopped. Absent: none does. */
  readonly isHandedOver?: () => boolean
  readonly fence: Fence
  readonly context: ConnectorContext
  readonly onEvent: (event: MoveEvent) => void
}

/** What a look at the destination found before the rows were put in place. */
export interface LandedCheck {
  readonly state: CheckState
  /** As the destination counted them. */
  readonly rows: number
  /** Columns, as the destination calls them, whose values were compared with the source's. */
  readonly keys?: readonly string[]
  /** What came out of it on both sides; see `KeyDigest`. */
  readonly digest?: { readonly name: string; readonly read: string; readonly landed: string }
  /** Why no keys were compared. */
  readonly reason?: UncheckedReason
}

/** How long a part of a stream's way took, in milliseconds. */
export interface StreamPhases {
  readonly moving?: number
  readonly checking?: number
  readonly committing?: number
}

export type StreamStatus = 'pending' | 'running' | 'committing' | 'succeeded' | 'failed' | 'cancelled'

/** The running totals of one stream; always whole, never a difference. */
export interface StreamProgress {
  readonly entity: string
  readonly target: string
  readonly status: StreamStatus
  readonly rowsRead: number
  readonly rowsFiltered: number
  readonly rowsRejected: number
  readonly rowsWritten: number
  /** Rows that steps made of others, beyond those that came: read + added = filtered + rejected + written. */
  readonly rowsAdded?: number
  readonly bytes: number
  readonly estimatedRows?: number
  /** What an incremental stream reads; its upper bound is where the next run goes on, once this one has succeeded. */
  readonly window?: Window
  /** Where the next run would have gone on without this one; only of an incremental stream. */
  readonly cursorBefore?: string
  readonly check?: LandedCheck
  readonly phases?: StreamPhases
  /** What a dry run found. */
  readonly difference?: RowDifference
  /** A dry run has found what message a run would send. */
  readonly hasMessage?: true
  /** What a person should know of how the rows came across. */
  readonly notes?: readonly Sentence[]
  readonly error?: Problem
}

export type MoveEvent =
  /** All streams once they are planned, then one event per change, at most every 100 ms per stream. */
  | { readonly kind: 'planned'; readonly streams: readonly StreamProgress[] }
  | { readonly kind: 'progress'; readonly stream: StreamProgress }
  /** What the next run of a stream compares its columns with, once this one has succeeded. */
  | { readonly kind: 'columns'; readonly entity: string; readonly columns: readonly KnownColumn[] }
  /** What a dry run found of a stream, with some of the rows. */
  | { readonly kind: 'dry-run'; readonly entity: string; readonly result: DryRunResult }
  | {
      readonly kind: 'log'
      readonly level: 'info' | 'warning' | 'error'
      readonly message: Sentence
      readonly entity?: string
      /** Where it happened; absent for what is about the run as a whole. */
      readonly origin?: LogOrigin | undefined
    }

export interface MoveResult {
  readonly streams: readonly StreamProgress[]
}
