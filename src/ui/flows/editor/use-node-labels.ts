import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { nodeIdOf } from './canvas-nodes.ts'
import { endProblemText } from './end-problem.ts'
import { problemLine, typeName } from './step-texts.ts'
import type { FlowReview } from './use-step-reviews.ts'

/** What a node is called when it is read out. */
export function useNodeLabels(flow: Flow, review: FlowReview): (nodeId: string) => string {
  const { t, i18n } = useLingui()
  return useCallback(
    (nodeId) => {
      const { sourceConnection, destinationConnection, config } = flow
      const missing = t`not chosen`
      if (nodeId === 'source' || nodeId === 'destination') {
        const name =
          nodeId === 'source'
            ? t`Source: ${sourceConnection?.name ?? missing}`
            : t`Destination: ${destinationConnection?.name ?? missing}`
        const problem = review[nodeId]
        return problem && problem.kind !== 'not-chosen' ? `${name}. ${endProblemText(i18n, problem)}` : name
      }
      const steps = config.transformations
      const index = steps.findIndex((step) => nodeIdOf(step) === nodeId)
      const step = steps[index]
      if (!step) return ''
      const name = t`Step ${index + 1} of ${steps.length}: ${typeName(i18n, step.type)}`
      const [problem] = review.steps.get(step.id)?.problems ?? []
      return problem ? `${name}. ${problemLine(i18n, step.type, problem)}` : name
    },
    [flow, review, t, i18n],
  )
}
