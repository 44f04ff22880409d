import { useLingui } from '@lingui/react/macro'

import { defined } from '../../../../core/catalog/defined.ts'
import type { StepProblem } from '../../../../core/catalog/transformations/transformation-problem.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { useDisabledReason } from '../../../access/use-disabled-reason.ts'
import { useRunDisabledReason } from '../../../runs/actions/use-run-disabled-reason.ts'
import { nodeIdOf } from '../canvas/canvas-nodes.ts'
import { endProblemText } from '../steps/end-problem.ts'
import { problemLine } from '../steps/fields/step-texts.ts'
import type { FlowReview } from '../steps/use-step-reviews.ts'

export interface FlowDisabled {
  readonly reason: string | undefined
  /** The role does not allow it, whatever the flow is. */
  readonly isForbidden: boolean
  /** Where it can be mended. */
  readonly node?: string
  /** Why the edited flow could not run, whatever is published. */
  readonly ofDraft: string | undefined
  /** Its cause is at the source, as it was when it was read: it may have been mended there. */
  readonly mayHavePassed: boolean
}

const OF_SOURCE: readonly StepProblem['kind'][] = [
  'no-such-stream',
  'no-such-other-stream',
  'no-such-column',
  'refused',
]

/**
 * The reason why the flow cannot be run now, including the first node with a problem.
 * @param hasDraft a run uses what is published, which the edits do not affect
 */
export function useFlowDisabledReason(flow: Flow, review: FlowReview, hasDraft: boolean): FlowDisabled {
  const forbidden = useDisabledReason('flow.run')
  const disabledReason = useRunDisabledReason(flow)
  const problem = useFlowProblem(flow, review)
  const mended = { isForbidden: false, mayHavePassed: false, ofDraft: problem.reason }
  if (forbidden !== undefined) return { ...mended, reason: forbidden, isForbidden: true }
  if (disabledReason !== undefined) {
    const node = !flow.sourceConnection ? 'source' : flow.destinationConnection ? undefined : 'destination'
    return { ...mended, reason: disabledReason, ...defined({ node }) }
  }
  return hasDraft ? { ...mended, reason: undefined } : { ...problem, ofDraft: problem.reason }
}

function useFlowProblem(flow: Flow, review: FlowReview): Omit<FlowDisabled, 'ofDraft'> {
  const { t, i18n } = useLingui()
  const mended = { isForbidden: false, mayHavePassed: false }
  if (review.source) {
    const reason = t`Source: ${endProblemText(i18n, review.source)}`
    return { ...mended, reason, node: 'source', mayHavePassed: review.source.kind !== 'not-chosen' }
  }
  const steps = flow.config.transformations
  const index = steps.findIndex(({ id }) => (review.steps.get(id)?.problems.length ?? 0) > 0)
  const step = steps[index]
  const [problem] = (step && review.steps.get(step.id)?.problems) ?? []
  if (!step || !problem) return { ...mended, reason: undefined }
  const node = nodeIdOf(step)
  if (problem.kind === 'unfinished') return { ...mended, reason: t`Finish step ${index + 1} first`, node }
  const reason = t`Step ${index + 1}: ${problemLine(i18n, step.type, problem)}`
  return { ...mended, reason, node, mayHavePassed: OF_SOURCE.includes(problem.kind) }
}
