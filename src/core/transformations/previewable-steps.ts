import { transformationTypeOf } from '../catalog/transformations/transformation-types.ts'
import type { FlowConfig, Transformation } from '../flows/flow.ts'
import type { StepReview } from './review-steps.ts'

export interface PreviewableSteps {
  /** The stream's steps, in their order. */
  readonly steps: readonly Transformation[]
  /** The first one that must be corrected, or that only the server knows; this and later ones are left out. */
  readonly stopped: Transformation | undefined
}

/** The steps of a stream that can be previewed: steps with known errors need no request. */
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
