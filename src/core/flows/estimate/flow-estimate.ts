import type { Figure } from '../../catalog/estimates/figure.ts'
import type { FigureName, QuotaName } from '../../catalog/estimates/figure-names.ts'
import type { Sentence } from '../../catalog/sentence.ts'
import type { RunError } from '../../runs/run.ts'
import type { FlowConfig } from '../flow.ts'
import type { PlanRequest } from '../streams/stream-plan.ts'

/** A flow in the editor, saved or not, that is to be estimated. */
export interface EstimateRequest extends Omit<PlanRequest, 'entity' | 'config'> {
  readonly config: Pick<FlowConfig, 'streams' | 'transformations' | 'schedule'>
}

export interface NamedFigure extends Figure {
  readonly name: FigureName
}

/** A limit of a vendor, what a run needs of it, and what is left. */
export interface Quota {
  readonly name: QuotaName
  readonly most: number
  readonly needed: Figure
  readonly left: Figure
}

export interface SideEstimate {
  readonly figures: readonly NamedFigure[]
  readonly quotas: readonly Quota[]
  readonly notes: readonly string[]
  readonly noteSentences?: readonly Sentence[]
}

/** What a dry run has found out: what reading has cost, and what its rows would cost the destination. */
export interface RunEstimate {
  readonly source: SideEstimate
  readonly destination: SideEstimate
  /** Why a run would not begin. */
  readonly refusal?: RunError
}

export interface StreamEstimate {
  readonly entity: string
  readonly target: string
  readonly read: Figure
  readonly written: Figure
}

/** What a run of a flow would move, take and cost. */
export interface FlowEstimate {
  readonly source: SideEstimate
  readonly destination: SideEstimate
  /** The first of `streamCount`. */
  readonly streams: readonly StreamEstimate[]
  readonly streamCount: number
  readonly seconds: Figure
  /** In US dollars. */
  readonly dollars?: Figure
  /** By the schedule, in the next 30 days. */
  readonly month?: { readonly runs: Figure; readonly rows: Figure; readonly dollars?: Figure }
}

/** Whether a run would need more than is left. */
export const isTooMuch = ({ needed, left }: Quota): boolean =>
  needed.amount !== undefined && left.amount !== undefined && needed.bound !== 'most' && needed.amount > left.amount
