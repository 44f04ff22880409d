import { defined } from '../../core/catalog/defined.ts'
import type { Counters } from '../host/counters.ts'
import { type AssistRun, assistRun } from '../worker/runs/assist-run.ts'
import { type AttemptRun, type AttemptRunDeps, makeAttemptRun } from '../worker/runs/attempt-run.ts'
import type { Runtime } from './runtime.ts'

type Known = Pick<
  Runtime,
  | 'database'
  | 'vault'
  | 'dialler'
  | 'vendors'
  | 'confirmConsent'
  | 'log'
  | 'tracer'
  | 'runRetries'
  | 'stepProcesses'
  | 'ranges'
> & { readonly counters: Counters }

/** Moves rows in this process. */
export function performRunsHere(
  { confirmConsent, runRetries: retries, ...known }: Known,
  onCancel: AttemptRunDeps['onCancel'],
): { readonly attempt: AttemptRun; readonly assistRun: AssistRun } {
  return {
    attempt: makeAttemptRun(defined({ ...known, retries, onCancel, confirmConsent: confirmConsent.ofConnection })),
    assistRun: (share, options) => assistRun(known, share, options),
  }
}
