import type { PredictedRefusal } from '../../../core/catalog/budgets.ts'
import type { LogOrigin } from '../../../core/catalog/runs/log-origins.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { DryRunResult } from '../../ports/dry-run.ts'
import type { SideEstimate } from '../../ports/estimate.ts'
import type { FoundRows } from '../../ports/staged-query.ts'
import type { Target } from '../../ports/target.ts'
import type { ColumnLineage } from '../../transform/columns/column-lineage.ts'
import type { KnownColumn } from '../plan/resolve-drift.ts'
import type { StructureObject } from '../structure/structure-object.ts'
import type { StreamProgress } from './stream-progress.ts'

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
  /** The servers at both ends, once both are open; `destinationId` is the lasting identity of the destination. */
  readonly servers: { readonly source?: string; readonly destination?: string; readonly destinationId: string }
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
