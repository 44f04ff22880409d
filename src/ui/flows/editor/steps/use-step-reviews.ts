import { useEffect, useMemo } from 'react'

import type { StepProblem } from '../../../../core/catalog/transformations/transformation-problem.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { namesTables } from '../../../../core/flows/names-tables.ts'
import { refusedInstead } from '../../../../core/repairs/refused-repairs.ts'
import type { Repair } from '../../../../core/repairs/repair.ts'
import type { Previewed } from '../../../../core/transformations/previewed.ts'
import { reviewSteps, type StepReview } from '../../../../core/transformations/review-steps.ts'
import { reviewStreams } from '../../../../core/transformations/review-streams.ts'
import { withUnfinishedStep } from '../../../../core/transformations/unfinished-step.ts'
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
  const { refused } = broken
  const steps = useMemo(() => {
    const reviews = [...reviewSteps(config, entities, previewed)].map(([step, { columns, problems }]) => {
      const told = problems.map((problem) => refusedInstead(problem, refused))
      return [step, { columns, problems: told }] as const
    })
    return withUnfinishedStep(new Map(reviews), freshStep)
  }, [config, entities, previewed, freshStep, refused])
  const streams = useMemo(() => {
    const problem = reviewStreams(config, entities)
    return problem && refusedInstead(problem, refused)
  }, [config, entities, refused])
  const lost = useMemo(() => {
    const problem = lostColumn(broken.repairs)
    return problem && refusedInstead(problem, broken.refused)
  }, [broken])
  const source = !sourceConnection ? NOT_CHOSEN : isError ? UNREADABLE : (streams ?? lost)
  const destination = destinationConnection ? undefined : NOT_CHOSEN
  const lookAgain = useLookAgain(id)
  const isBroken = broken.repairs.length > 0
  useEffect(() => {
    // Whoever comes back has perhaps mended it there.
    const look = () => void lookAgain()
    if (isBroken) window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [isBroken, lookAgain])
  const review = useMemo(() => ({ source, destination, steps }), [source, destination, steps])
  return { entities, review, broken }
}

/** A key, a cursor or a mapping with a missing column; selected columns are reviewed with their streams. */
function lostColumn(repairs: readonly Repair[]): StepProblem | undefined {
  const lost = repairs.find(({ column, uses }) => column !== undefined && uses.some(({ kind }) => kind !== 'step'))
  if (lost?.column === undefined) return undefined
  const { table: stream, column, suggestion: nearest } = lost
  return { kind: 'no-such-column', at: { setting: 'streams' }, column, stream, nearest }
}
