import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import type { StepReview } from '../../../core/transformations/review-steps.ts'
import { nodeIdOf } from './canvas-nodes.ts'
import { problemLine, typeName } from './step-texts.ts'

/** What a node is called when it is read out. */
export function useNodeLabels(flow: Flow, reviews: ReadonlyMap<string, StepReview>): (nodeId: string) => string {
  const { t, i18n } = useLingui()
  return useCallback(
    (nodeId) => {
      const { sourceConnection, destinationConnection, config } = flow
      const missing = t`not chosen`
      if (nodeId === 'source') return t`Source: ${sourceConnection?.name ?? missing}`
      if (nodeId === 'destination') return t`Destination: ${destinationConnection?.name ?? missing}`
      const steps = config.transformations
      const index = steps.findIndex((step) => nodeIdOf(step) === nodeId)
      const step = steps[index]
      if (!step) return ''
      const name = t`Step ${index + 1} of ${steps.length}: ${typeName(i18n, step.type)}`
      const [problem] = reviews.get(step.id)?.problems ?? []
      return problem ? `${name}. ${problemLine(i18n, step.type, problem)}` : name
    },
    [flow, reviews, t, i18n],
  )
}
