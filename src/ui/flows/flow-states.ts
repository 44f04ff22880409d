import type { Flow } from '../../core/flows/flow.ts'
import { isRunning } from './use-flows.ts'

export const FLOW_STATES = ['running', 'succeeded', 'failed', 'cancelled', 'never'] as const

export type FlowState = (typeof FLOW_STATES)[number]

/** What a flow is in the list's filter: its last run's outcome, running, or never run. */
export const flowState = (flow: Flow): FlowState => {
  if (!flow.lastRun) return 'never'
  if (isRunning(flow)) return 'running'
  const { status } = flow.lastRun
  return FLOW_STATES.find((state) => state === status) ?? 'never'
}

export const isInState = (flow: Flow, state: string | undefined): boolean =>
  state === undefined || state === flowState(flow)
