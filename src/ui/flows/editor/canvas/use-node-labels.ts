import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import type { Flow, FlowConnection } from '../../../../core/flows/flow.ts'
import { endProblemText } from '../steps/end-problem.ts'
import { problemLine } from '../steps/fields/step-texts.ts'
import { stepTitle } from '../steps/step-title.ts'
import type { FlowReview } from '../steps/use-step-reviews.ts'
import { nodeIdOf } from './canvas-nodes.ts'

/** The name of a node for screen readers. */
export function useNodeLabels(flow: Flow, review: FlowReview): (nodeId: string) => string {
  const { t, i18n } = useLingui()
  const { transformations } = flow.config
  // Looked up and not searched, because a thousand nodes use it.
  const places = useMemo(
    () => new Map(transformations.map((step, index) => [nodeIdOf(step), index])),
    [transformations],
  )
  return useCallback(
    (nodeId) => {
      const { sourceConnection, destinationConnection } = flow
      const nameOf = (end: FlowConnection | undefined) => (end ? (end.name ?? end.id) : t`not chosen`)
      if (nodeId === 'source' || nodeId === 'destination') {
        const name =
          nodeId === 'source'
            ? t`Source: ${nameOf(sourceConnection)}`
            : t`Destination: ${nameOf(destinationConnection)}`
        const problem = review[nodeId]
        return problem && problem.kind !== 'not-chosen' ? `${name}. ${endProblemText(i18n, problem)}` : name
      }
      const index = places.get(nodeId) ?? -1
      const step = transformations[index]
      if (!step) return ''
      const name = t`Step ${index + 1} of ${transformations.length}: ${stepTitle(i18n, step)}`
      const [problem] = review.steps.get(step.id)?.problems ?? []
      return problem ? `${name}. ${problemLine(i18n, step.type, problem)}` : name
    },
    [flow, transformations, places, review, t, i18n],
  )
}
