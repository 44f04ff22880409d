import type { Log } from '../../host/log.ts'
import type { Database } from '../../store/database/database.ts'
import type { AttemptRun } from './attempt-run.ts'
import { makeClaim } from './claim-run.ts'
import type { HeldJob } from './run-queue.ts'

interface Deps {
  readonly database: Database
  readonly log: Log
  /** Does the work of a claimed run, here or in another process. */
  readonly attempt: AttemptRun
}

/**
 * Moves one run from its claim to its end. `lost` is aborted when the run no longer belongs to this worker, because another worker got it
 * or this process is stopping; then nothing more is written and the promise rejects, so that the queue keeps the job.
 */
export function makeExecuteRun(deps: Deps) {
  const claim = makeClaim(deps)
  return async (runId: string, lost: AbortSignal, job?: HeldJob): Promise<void> => {
    const claimed = await claim(runId, job)
    if (claimed) await deps.attempt(claimed, lost)
  }
}
