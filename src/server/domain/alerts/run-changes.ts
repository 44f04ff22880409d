import { isTrouble, type RunStatus } from '../../../core/catalog/run-states.ts'

/** How a run ended, and how its flow stood before. */
export interface EndedRun {
  readonly status: RunStatus
  /** Per cent of the rows that were read. */
  readonly rejectedShare: number
  /** Of the flow's run before, if there was one. */
  readonly statusBefore: RunStatus | null
  /** Of the flow's last success before; 0 where there was none. */
  readonly rejectedShareBefore: number
  readonly wasLate: boolean
}

/** What has become of a flow by the end of a run; nothing while it is as it was, so that nobody is told the same twice. */
export function runChanges(run: EndedRun): readonly ('failed' | 'recovered' | 'rejected')[] {
  const wasTrouble = run.statusBefore !== null && isTrouble(run.statusBefore)
  if (isTrouble(run.status)) return wasTrouble ? [] : ['failed']
  return [
    ...(wasTrouble || run.wasLate ? (['recovered'] as const) : []),
    ...(run.rejectedShare > run.rejectedShareBefore ? (['rejected'] as const) : []),
  ]
}

/** @returns per cent of what a run has read; 0 where there was nothing, or no run */
export const rejectedShare = (run: { readonly rows_read: number; readonly rows_rejected: number } | null): number =>
  run === null || run.rows_read === 0 ? 0 : (100 * run.rows_rejected) / run.rows_read
