import type { ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import type { Connector, ConnectorContext, Endpoint } from '../../ports/connector.ts'
import type { TargetWriters } from '../../ports/destination.ts'
import type { RejectedRow } from '../../ports/rejected-row.ts'
import type { SourceColumn } from '../../ports/source.ts'
import type { Fence } from '../../ports/target-request.ts'
import type { StepProcesses } from '../../step-process/step-processes.ts'
import type { Step } from '../../transform/columns/step.ts'
import type { RangePlan } from '../ranges/range-plan.ts'
import type { RangeSharing } from '../ranges/range-sharing.ts'
import type { StreamSharing } from '../streams/stream-sharing.ts'
import type { MoveEvent } from './move-events.ts'
import type { StreamProgress } from './stream-progress.ts'
import type { StreamRequest, StreamState } from './stream-request.ts'

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
  /** Stores that it was executed, and who had written the targets before. */
  readonly done: (when: 'before' | 'after', writers?: TargetWriters) => Promise<void>
  /** Who had written the targets when an earlier attempt of the run executed the SQL before the rows. */
  readonly writers?: TargetWriters
}

export interface MoveRequest {
  readonly source: {
    readonly connector: Pick<Connector, 'type' | 'openSource' | 'changeLog'>
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
  /**
   * Nothing is moved: earlier attempts of the run are only kept from putting rows in place. Tables that they have put in place have succeeded,
   * and the others are cancelled.
   */
  readonly locksOut?: true
  /** Not for dry runs. */
  readonly sql?: SqlHooks
  /** Tables that the run creates also get the structure of their source, after the rows. Absent: only their columns and keys. */
  readonly copiesStructure?: boolean
  /** How large tables are split. Absent: in the best way. */
  readonly ranges?: RangePlan
  /** Absent: this worker moves all of them. */
  readonly rangeSharing?: RangeSharing
  /** Absent: this worker moves all streams. */
  readonly streamSharing?: StreamSharing
  /** Whether another attempt of this run follows, called after this one was stopped. */
  readonly isHandedOver?: () => boolean
  readonly fence: Fence
  readonly context: ConnectorContext
  readonly onEvent: (event: MoveEvent) => void
}

export interface MoveResult {
  /** All rows have arrived, but the run was stopped before all of their structure was built. */
  readonly isStructureLeft?: true
  /** All rows have arrived, but the run was stopped before the SQL after them was executed. */
  readonly isSqlAfterLeft?: true
  readonly streams: readonly StreamProgress[]
}
