import type { AlertEvent } from '../../../core/catalog/alert-events.ts'
import { isTrouble, type RunStatus } from '../../../core/catalog/runs/run-states.ts'

/** How a run ended, and the state of its flow before. */
export interface EndedRun {
  readonly status: RunStatus
  /** It did not begin, because the previous run was still running. */
  readonly isSkipped: boolean
  /** Per cent of the read rows. */
  readonly rejectedShare: number
  /** The state of the flow's previous run, if there was one. */
  readonly statusBefore: RunStatus | null
  /** For the flow's previous success; 0 if there was none. */
  readonly rejectedShareBefore: number
  readonly wasLate: boolean
}

/** The change of a flow's state by the end of a run, only if the state is another, so that nobody is notified twice; and the end of each run. */
export function runChanges(run: EndedRun): readonly Exclude<AlertEvent, 'late' | 'budget'>[] {
  if (run.status === 'cancelled') return [run.isSkipped ? 'run.skipped' : 'run.cancelled']
  const wasTrouble = run.statusBefore !== null && isTrouble(run.statusBefore)
  if (isTrouble(run.status))
    return [
      ...(wasTrouble ? [] : (['failed'] as const)),
      run.status === 'failed' ? 'run.failed' : 'run.partially_succeeded',
    ]
  return [
    ...(wasTrouble || run.wasLate ? (['recovered'] as const) : []),
    ...(run.rejectedShare > run.rejectedShareBefore ? (['rejected'] as const) : []),
    'succeeded',
  ]
}

/** @returns per cent of the rows that a run has read; 0 for no rows or no run */
export const rejectedShare = (run: { readonly rows_read: number; readonly rows_rejected: number } | null): number =>
  run === null || run.rows_read === 0 ? 0 : (100 * run.rows_rejected) / run.rows_read
