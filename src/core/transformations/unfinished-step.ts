import type { StepProblem } from '../catalog/transformation-problem.ts'
import type { StepReview } from './review-steps.ts'

const UNFINISHED: StepProblem = { kind: 'unfinished' }

/** What a person has not come to yet. */
const isMissing = ({ kind }: StepProblem) => kind === 'required' || kind === 'gap' || kind === 'no-lines'

/** Of a step that was just added: what is missing is no mistake yet; anything else that is wrong with it is said. */
export function withUnfinishedStep(
  reviews: ReadonlyMap<string, StepReview>,
  stepId: string | undefined,
): ReadonlyMap<string, StepReview> {
  const review = stepId === undefined ? undefined : reviews.get(stepId)
  if (stepId === undefined || !review?.problems.some(isMissing)) return reviews
  const others = review.problems.filter((problem) => !isMissing(problem))
  return new Map([...reviews, [stepId, { ...review, problems: others.length > 0 ? others : [UNFINISHED] }]])
}
