import { useMemo } from 'react'

import type { Entity } from '../../../core/connections/entity.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { reviewSteps, type StepReview } from '../../../core/transformations/review-steps.ts'
import { useEntitiesQuietly } from '../../connections/use-connections.ts'

interface StepReviews {
  /** Undefined while the source has not been read. */
  readonly entities: readonly Entity[] | undefined
  /** By step id. */
  readonly reviews: ReadonlyMap<string, StepReview>
}

/** What each step receives and what is wrong with it; a flow without steps asks nothing of its source. */
export function useStepReviews({ sourceConnection, config }: Flow): StepReviews {
  const { id = '', type = '' } = sourceConnection ?? {}
  const { data: entities } = useEntitiesQuietly({ id, type }, id !== '' && config.transformations.length > 0)
  const reviews = useMemo(() => reviewSteps(config, entities), [config, entities])
  return { entities, reviews }
}
