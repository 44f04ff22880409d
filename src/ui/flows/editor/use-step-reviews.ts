import { useMemo } from 'react'

import type { Entity } from '../../../core/connections/entity.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import type { Previewed } from '../../../core/transformations/previewed.ts'
import { reviewSteps, type StepReview } from '../../../core/transformations/review-steps.ts'
import { reviewStreams } from '../../../core/transformations/review-streams.ts'
import { useEntitiesQuietly } from '../../connections/use-connections.ts'
import type { EndProblem } from './end-problem.ts'

export interface FlowReview {
  readonly source: EndProblem | undefined
  readonly destination: EndProblem | undefined
  /** By step id. */
  readonly steps: ReadonlyMap<string, StepReview>
}

interface StepReviews {
  /** Undefined while the source has not been read. */
  readonly entities: readonly Entity[] | undefined
  readonly review: FlowReview
}

const NOT_CHOSEN: EndProblem = { kind: 'not-chosen' }
const UNREADABLE: EndProblem = { kind: 'unreadable' }

/** What each node receives and what is wrong with it; a flow that moves everything as it is asks nothing of its source. */
export function useStepReviews(
  { sourceConnection, destinationConnection, config }: Flow,
  previewed: Previewed | undefined,
): StepReviews {
  const { id = '', type = '' } = sourceConnection ?? {}
  const isAsked = id !== '' && config.transformations.length + config.streams.length > 0
  const { data: entities, isError } = useEntitiesQuietly({ id, type }, isAsked)
  const steps = useMemo(() => reviewSteps(config, entities, previewed), [config, entities, previewed])
  const streams = useMemo(() => reviewStreams(config, entities), [config, entities])
  const source = !sourceConnection ? NOT_CHOSEN : isError ? UNREADABLE : streams
  const destination = destinationConnection ? undefined : NOT_CHOSEN
  const review = useMemo(() => ({ source, destination, steps }), [source, destination, steps])
  return { entities, review }
}
