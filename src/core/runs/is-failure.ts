import { isFinal } from '../catalog/runs/run-states.ts'
import type { Run } from './run.ts'
import { isSkipped } from './scheduled-run.ts'

/** A run that has ended with an error: not all of its rows have arrived, and somebody asks why. */
export const isFailure = (run: Run): boolean =>
  isFinal(run.status) && run.error !== undefined && !isSkipped(run) && !run.isComparison
