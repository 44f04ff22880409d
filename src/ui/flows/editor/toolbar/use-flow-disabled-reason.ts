import { useLingui } from '@lingui/react/macro'

import type { StepProblem } from '../../../../core/catalog/transformations/transformation-problem.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { useRunDisabledReason } from '../../../runs/actions/use-run-disabled-reason.ts'
import { endProblemText } from '../steps/end-problem.ts'
import { problemLine } from '../steps/fields/step-texts.ts'
import type { FlowReview } from '../steps/use-step-reviews.ts'

export interface FlowDisabled {
  readonly reason: string | undefined
  /** Its cause is at the source, as it was when it was read: it may have been mended there. */
  readonly mayHavePassed: boolean
}

const OF_SOURCE: readonly StepProblem['kind'][] = [
  'no-such-stream',
  'no-such-other-stream',
  'no-such-column',
  'refused',
]

/** The reason why the flow cannot be run now, including the first node with a problem. */
export function useFlowDisabledReason(flow: Flow, review: FlowReview): FlowDisabled {
  const { t, i18n } = useLingui()
  const disabledReason = useRunDisabledReason(flow)
  if (disabledReason !== undefined) return { reason: disabledReason, mayHavePassed: false }
  if (review.source) {
    const reason = t`Source: ${endProblemText(i18n, review.source)}`
    return { reason, mayHavePassed: review.source.kind !== 'not-chosen' }
  }
  const steps = flow.config.transformations
  const index = steps.findIndex(({ id }) => (review.steps.get(id)?.problems.length ?? 0) > 0)
  const step = steps[index]
  const [problem] = (step && review.steps.get(step.id)?.problems) ?? []
  if (!step || !problem) return { reason: undefined, mayHavePassed: false }
  if (problem.kind === 'unfinished') return { reason: t`Finish step ${index + 1} first`, mayHavePassed: false }
  const reason = t`Step ${index + 1}: ${problemLine(i18n, step.type, problem)}`
  return { reason, mayHavePassed: OF_SOURCE.includes(problem.kind) }
}
