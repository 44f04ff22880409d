import { isFinal } from '../catalog/runs/run-states.ts'
import type { Run } from './run.ts'
import { totalsOf } from './run-totals.ts'
import { isSkipped } from './scheduled-run.ts'

/** A run that has ended with an error: not all of its rows have arrived, and somebody asks why. */
export const isFailure = (run: Run): boolean =>
  isFinal(run.status) && run.error !== undefined && !isSkipped(run) && run.kind !== 'compare'

/** What mends a failure stands beside the run’s own error if it is the only one; otherwise beside each table that failed. */
export const isOnlyFailure = (run: Run): boolean => totalsOf(run).failed <= 1
