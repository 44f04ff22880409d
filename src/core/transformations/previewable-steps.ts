import { transformationTypeOf } from '../catalog/transformation-types.ts'
import type { FlowConfig, Transformation } from '../flows/flow.ts'
import type { StepReview } from './review-steps.ts'

export interface PreviewableSteps {
  /** Those that the stream goes through, in their order. */
  readonly steps: readonly Transformation[]
  /** The first one that has to be put right, or that only the server knows; it and what follows is left out. */
  readonly stopped: Transformation | undefined
}

/** The steps of a stream that can be tried: what is known to be wrong need not be asked for. */
export function previewableSteps(
  { transformations }: FlowConfig,
  reviews: ReadonlyMap<string, StepReview>,
  stream: string,
): PreviewableSteps {
  const own = transformations.filter((step) => step.stream === undefined || step.stream === stream)
  const wrong = own.findIndex(
    ({ id, type }) => !transformationTypeOf(type) || reviews.get(id)?.problems.some(({ kind }) => kind !== 'refused'),
  )
  return wrong < 0 ? { steps: own, stopped: undefined } : { steps: own.slice(0, wrong), stopped: own[wrong] }
}
