import { useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../../core/flows/flow.ts'
import { useRunDisabledReason } from '../../../runs/actions/use-run-disabled-reason.ts'
import { endProblemText } from '../steps/end-problem.ts'
import { problemLine } from '../steps/step-texts.ts'
import type { FlowReview } from '../steps/use-step-reviews.ts'

/** The reason why the flow cannot be run now, including the first node with a problem. */
export function useFlowDisabledReason(flow: Flow, review: FlowReview): string | undefined {
  const { t, i18n } = useLingui()
  const disabledReason = useRunDisabledReason(flow)
  if (disabledReason !== undefined) return disabledReason
  if (review.source) return t`Source: ${endProblemText(i18n, review.source)}`
  const steps = flow.config.transformations
  const index = steps.findIndex(({ id }) => (review.steps.get(id)?.problems.length ?? 0) > 0)
  const step = steps[index]
  const [problem] = (step && review.steps.get(step.id)?.problems) ?? []
  if (problem?.kind === 'unfinished') return t`Finish step ${index + 1} first`
  return step && problem && t`Step ${index + 1}: ${problemLine(i18n, step.type, problem)}`
}
