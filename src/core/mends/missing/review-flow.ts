import type { StepProblem } from '../../catalog/transformations/transformation-problem.ts'
import type { Entity } from '../../connections/entity.ts'
import type { RefusedTable } from '../../connections/refused-table.ts'
import type { FlowConfig } from '../../flows/flow.ts'
import type { Previewed } from '../../transformations/previewed.ts'
import { reviewSteps, type StepReview } from '../../transformations/review-steps.ts'
import { reviewStreams } from '../../transformations/review-streams.ts'
import { withUnfinishedStep } from '../../transformations/unfinished-step.ts'
import type { MissingObject } from './missing-object.ts'
import { refusedInstead } from './refused-objects.ts'

export interface ReviewedFlow {
  readonly config: FlowConfig
  /** Undefined until the source has been read. */
  readonly entities: readonly Entity[] | undefined
  readonly previewed: Previewed | undefined
  /** The id of a step that was just added. */
  readonly freshStep: string | undefined
  readonly missing: readonly MissingObject[]
  /** What the account of the source may not read. */
  readonly refused: readonly RefusedTable[]
}

/** The first problem of what a flow reads, and the input columns and the problems of each step, by its id. */
export function reviewFlow({ config, entities, previewed, freshStep, missing, refused }: ReviewedFlow): {
  readonly streams: StepProblem | undefined
  readonly steps: ReadonlyMap<string, StepReview>
} {
  const steps = [...reviewSteps(config, entities, previewed)].map(([id, { columns, problems }]) => {
    const refusals = problems.map((problem) => refusedInstead(problem, refused))
    return [id, { columns, problems: refusals }] as const
  })
  const problem = reviewStreams(config, entities) ?? lostColumn(missing)
  return {
    streams: problem && refusedInstead(problem, refused),
    steps: withUnfinishedStep(new Map(steps), freshStep),
  }
}

/** A key, a cursor or a mapping with a missing column; selected columns are reviewed with their streams. */
function lostColumn(missing: readonly MissingObject[]): StepProblem | undefined {
  const lost = missing.find(({ column, uses }) => column !== undefined && uses.some(({ kind }) => kind !== 'step'))
  if (lost?.column === undefined) return undefined
  const { table: stream, column, suggestion: nearest } = lost
  return { kind: 'no-such-column', at: { setting: 'streams' }, column, stream, nearest }
}
