import type { ColumnNote } from '../catalog/column-notes.ts'
import type { Sentence } from '../catalog/sentence.ts'
import type { TargetEffect } from '../catalog/target-effects.ts'
import type { FlowConfig, FlowStream } from './flow.ts'

/** A stream of a flow as it is drawn, saved or not. */
export interface PlanRequest {
  /** Absent: it was never saved, so no run has seen the source. */
  readonly flowId?: string
  readonly sourceId: string
  readonly destinationId: string
  readonly entity: string
  readonly config: Pick<FlowConfig, 'streams' | 'transformations'>
}

export interface PlannedColumn {
  /** As it comes to the target. */
  readonly name: string
  /** Absent for a column that steps make, and for one that the source has no longer. */
  readonly source?: { readonly name: string; readonly type: string }
  /** Absent for a column that does not come, and while there is a problem. */
  readonly targetType?: string
  readonly notes: readonly ColumnNote[]
}

/** What would stop a run. */
export interface PlannedProblem {
  readonly message: string
  readonly sentence?: Sentence
  readonly hint?: string
  readonly hintSentence?: Sentence
}

/** What a run would do with a stream. */
export interface StreamPlan {
  readonly target: string
  /** Absent while there is a problem. */
  readonly effect?: TargetEffect
  readonly columns: readonly PlannedColumn[]
  readonly notes: readonly string[]
  readonly noteSentences?: readonly Sentence[]
  /** What would stop the run. */
  readonly problem?: PlannedProblem & {
    /** Columns that come and that the target lacks, where nothing else is wrong. */
    readonly missingColumns?: readonly string[]
  }
}

/** A flow whose targets are asked for; without streams, every table of the source. */
export interface TargetsRequest extends Omit<PlanRequest, 'entity' | 'config'> {
  readonly streams: readonly FlowStream[]
}

/** Where a stream would come to stand. */
export interface PlannedTarget {
  readonly entity: string
  readonly target: string
  /** What would stop the run, of those things that streams do to each other. */
  readonly problem?: PlannedProblem
}
