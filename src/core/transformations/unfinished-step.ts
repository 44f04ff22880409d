import type { StepProblem } from '../catalog/transformations/transformation-problem.ts'
import type { StepReview } from './review-steps.ts'

const UNFINISHED: StepProblem = { kind: 'unfinished' }

/** Problems of settings that the user has not reached yet. */
const isMissing = ({ kind }: StepProblem) => kind === 'required' || kind === 'gap' || kind === 'no-lines'

/** For a step that was just added: a missing value is no error yet; all other problems are shown. */
export function withUnfinishedStep(
  reviews: ReadonlyMap<string, StepReview>,
  stepId: string | undefined,
): ReadonlyMap<string, StepReview> {
  const review = stepId === undefined ? undefined : reviews.get(stepId)
  if (stepId === undefined || !review?.problems.some(isMissing)) return reviews
  const others = review.problems.filter((problem) => !isMissing(problem))
  return new Map([...reviews, [stepId, { ...review, problems: others.length > 0 ? others : [UNFINISHED] }]])
}
