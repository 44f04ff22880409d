import { isFinal } from '../../catalog/runs/run-states.ts'
import { verdictOf } from '../../catalog/runs/verdict/run-verdict.ts'
import type { Flow } from '../flow.ts'

/** What somebody who looks after a flow wants to know first. */
export type FlowCondition =
  | 'running'
  | 'failed'
  | 'partly'
  | 'late'
  | 'rejected'
  | 'off'
  | 'well'
  | 'cancelled'
  | 'never'

/** The most urgent of what holds. */
export function flowCondition({ lastRun, lateSince, enabled }: Flow): FlowCondition {
  if (lastRun && !isFinal(lastRun.status)) return 'running'
  if (!enabled) return 'off'
  if (lastRun?.status === 'failed') return 'failed'
  if (lastRun?.status === 'partially_succeeded') return 'partly'
  if (lateSince !== undefined) return 'late'
  if (!lastRun) return 'never'
  if (lastRun.status === 'cancelled') return 'cancelled'
  return verdictOf(lastRun).rejected ? 'rejected' : 'well'
}
