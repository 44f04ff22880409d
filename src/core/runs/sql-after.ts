import { isFinal } from '../catalog/runs/run-states.ts'
import type { Run } from './run.ts'
import { totalsOf } from './run-totals.ts'

/** All rows have arrived, and the SQL after them has not succeeded: trying again executes only that. */
export function isSqlAfterLeft(run: Run): boolean {
  const { streams, succeeded } = totalsOf(run)
  if (!isFinal(run.status) || run.isDry) return false
  return (
    run.error?.code === 'SQL_AFTER_FAILED' ||
    (run.status === 'partially_succeeded' && streams > 0 && succeeded === streams)
  )
}
