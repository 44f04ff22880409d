import { isMirrored } from '../../../core/catalog/mirrors/is-mirrored.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { mirrorCondition } from '../../../core/mirrors/mirror-condition.ts'
import { isRunning } from '../../queries/use-flows.ts'
import { FLOW_STATES } from '../../routing/search.ts'

export type FlowState = (typeof FLOW_STATES)[number]

/** The state of a flow: the outcome of its last run, running, or never run; or what its mirror does. */
export const flowState = (flow: Flow): FlowState => {
  if (isMirrored(flow.config)) return mirrorCondition(flow.mirror?.state ?? 'off')
  if (!flow.lastRun) return 'never'
  if (isRunning(flow)) return 'running'
  const { status } = flow.lastRun
  return FLOW_STATES.find((state) => state === status) ?? 'never'
}

/** A flow may also be late, whatever the outcome of its last run is. */
export const flowStates = (flow: Flow): readonly FlowState[] =>
  flow.lateSince === undefined ? [flowState(flow)] : [flowState(flow), 'late']

/** A state of another list, as an address may have, is none. */
export const knownState = (word: string | undefined): FlowState | undefined =>
  FLOW_STATES.find((state) => state === word)

export const isInState = (flow: Flow, state: string | undefined): boolean =>
  state === undefined || flowStates(flow).some((own) => own === state)
