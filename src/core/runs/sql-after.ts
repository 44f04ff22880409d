import { isDry } from '../catalog/runs/run-kinds.ts'
import { isFinal } from '../catalog/runs/run-states.ts'
import type { Run } from './run.ts'
import { totalsOf } from './run-totals.ts'

const AFTER_ROWS = ['SQL_AFTER_FAILED', 'STRUCTURE_FAILED']

/** All rows have arrived, and what follows them (structure, SQL) has not succeeded: trying again does only that. */
export function isSqlAfterLeft(run: Run): boolean {
  const { streams, succeeded } = totalsOf(run)
  if (!isFinal(run.status) || isDry(run.kind)) return false
  return (
    AFTER_ROWS.includes(run.error?.code ?? '') ||
    (run.status === 'partially_succeeded' && streams > 0 && succeeded === streams)
  )
}
