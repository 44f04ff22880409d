import { useEffect, useMemo } from 'react'

import type { Entity } from '../../../../core/connections/entity.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { namesTables } from '../../../../core/flows/names-tables.ts'
import type { reviewFlow } from '../../../../core/mends/missing/review-flow.ts'
import type { Previewed } from '../../../../core/transformations/previewed.ts'
import type { StepReview } from '../../../../core/transformations/review-steps.ts'
import { useLoaded } from '../../../kit/use-loaded.ts'
import { useEntities } from '../../../queries/use-connections.ts'
import { useLookAgain } from '../../../queries/use-refusals.ts'
import type { EndProblem } from './end-problem.ts'
import { type FlowRepairs, useRepairs } from './use-repairs.ts'

export interface FlowReview {
  readonly source: EndProblem | undefined
  readonly destination: EndProblem | undefined
  /** By step id. */
  readonly steps: ReadonlyMap<string, StepReview>
}

interface StepReviews {
  /** Undefined until the source has been read. */
  readonly entities: readonly Entity[] | undefined
  readonly review: FlowReview
  readonly broken: FlowRepairs
}

const NOT_CHOSEN: EndProblem = { kind: 'not-chosen' }
const UNREADABLE: EndProblem = { kind: 'unreadable' }

/** Much code, which the page does not wait for. */
const load = () => import('../../../../core/mends/missing/review-flow.ts')

const NOTHING: ReturnType<typeof reviewFlow> = { streams: undefined, steps: new Map() }

/** The input columns and the problems of each node. */
export function useStepReviews(
  flow: Flow,
  previewed: Previewed | undefined,
  freshStep: string | undefined,
): StepReviews {
  const { sourceConnection, destinationConnection, config } = flow
  const { id = '', type = '' } = sourceConnection ?? {}
  const isAsked = id !== '' && namesTables(flow)
  const { data: entities, isError } = useEntities({ id, type }, isAsked, flow.lastRun?.finishedAt)
  const broken = useRepairs(flow, entities)
  const reviewing = useLoaded(load)?.reviewFlow
  const { streams, steps } = useMemo(
    () => reviewing?.({ config, entities, previewed, freshStep, ...broken }) ?? NOTHING,
    [reviewing, config, entities, previewed, freshStep, broken],
  )
  const source = !sourceConnection ? NOT_CHOSEN : isError ? UNREADABLE : streams
  const destination = destinationConnection ? undefined : NOT_CHOSEN
  const lookAgain = useLookAgain(id)
  const isBroken = broken.missing.length > 0
  useEffect(() => {
    // Whoever comes back has perhaps mended it there.
    const look = () => void lookAgain()
    if (isBroken) window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [isBroken, lookAgain])
  const review = useMemo(() => ({ source, destination, steps }), [source, destination, steps])
  return { entities, review, broken }
}
