import type { ProblemText } from '../../catalog/problem-text.ts'
import type { ColumnNote } from '../../catalog/runs/column-notes.ts'
import type { TargetEffect } from '../../catalog/runs/target-effects.ts'
import type { Sentence } from '../../catalog/sentence.ts'
import type { FlowConfig, FlowStream } from '../flow.ts'

/** A stream of a flow in the editor, saved or not. */
export interface PlanRequest {
  /** Absent: the flow was never saved, so no run has read the source. */
  readonly flowId?: string
  readonly sourceId: string
  readonly destinationId: string
  readonly entity: string
  readonly config: Pick<FlowConfig, 'streams' | 'transformations'>
}

export interface PlannedColumn {
  /** The type at the target. */
  readonly name: string
  /** Absent for a column that steps create, and for one that no longer exists at the source. */
  readonly source?: { readonly name: string; readonly type: string }
  /** Absent for a column without a source, and while there is a problem. */
  readonly targetType?: string
  readonly notes: readonly ColumnNote[]
}

/** What a run would do with a stream. */
export interface StreamPlan {
  readonly target: string
  /** Absent while there is a problem. */
  readonly effect?: TargetEffect
  readonly columns: readonly PlannedColumn[]
  readonly notes: readonly string[]
  readonly noteSentences?: readonly Sentence[]
  /** Problems that would stop the run. */
  readonly problem?: ProblemText & {
    readonly code?: string
    /** Moved columns that the target does not have, if nothing else is wrong. */
    readonly missingColumns?: readonly string[]
  }
}

/** A flow whose structure is requested. */
export type StructureRequest = Omit<PlanRequest, 'entity'>

/** A flow whose targets are requested; without streams, every table of the source. */
export interface TargetsRequest extends Omit<PlanRequest, 'entity' | 'config'> {
  readonly streams: readonly FlowStream[]
}

/** The target of a stream. */
export interface PlannedTarget {
  readonly entity: string
  readonly target: string
  /** Problems between streams that would stop the run. */
  readonly problem?: ProblemText
}
