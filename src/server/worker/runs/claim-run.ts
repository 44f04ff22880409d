import { raiseLineageStart } from '../../domain/lineage/raise-lineage.ts'
import type { Log } from '../../host/log.ts'
import type { Database } from '../../store/database/database.ts'
import { isStoreUnavailable } from '../../store/database/store-unavailable.ts'
import { deleteSharesOfRun } from '../../store/runs/range-shares.ts'
import { claimRun } from '../../store/runs/run-attempts.ts'
import type { RunRow } from '../../store/runs/run-rows.ts'
import { findRun, findRunOfAny } from '../../store/runs/runs.ts'
import { endByInternalError } from './internal-errors.ts'
import { LeftInQueue } from './left-in-queue.ts'
import type { HeldJob } from './run-queue.ts'

export interface ClaimedRun {
  readonly run: RunRow
  /** See `claimRun`. */
  readonly losses: number
}

/** Claims a run for this worker. @returns nothing if no work is needed. @throws so that the queue keeps the job */
const claim = (database: Database, runId: string, job: HeldJob | undefined) =>
  database.asSystem(async (query) => {
    const claimed = await claimRun(query, runId, job?.ticket)
    // Called with the run's row locked: a worker that gets the run later waits for the lock, and takes over.
    if (claimed && job && !(await job.isHeld(query))) throw new LeftInQueue('the run was given to another worker')
    const run = claimed && (await findRun(query, claimed.organizationId, runId))
    if (run && run.attempt > 1) await deleteSharesOfRun(query, runId)
    if (run?.attempt === 1) await raiseLineageStart(query, runId)
    return run && { run, losses: claimed.losses }
  })

/** After so many internal errors in a row, another attempt would fail too. */
const TRIES = 3

interface Deps {
  readonly database: Database
  readonly log: Log
}

/**
 * Claims runs. After an internal error the job stays in the queue, which logs the error and tries again. A run that repeatedly cannot be
 * claimed is ended with an internal error, because otherwise nobody would be notified.
 */
export function makeClaim(deps: Deps) {
  const failures = new Map<string, number>()
  return async (runId: string, job: HeldJob | undefined): Promise<ClaimedRun | undefined> => {
    try {
      const claimed = await claim(deps.database, runId, job)
      failures.delete(runId)
      return claimed
    } catch (error) {
      if (error instanceof LeftInQueue || isStoreUnavailable(error)) throw error
      const times = (failures.get(runId) ?? 0) + 1
      failures.set(runId, times)
      if (times < TRIES) throw error
      failures.delete(runId)
      const run = await deps.database.asSystem((query) => findRunOfAny(query, runId))
      if (run) await endByInternalError(deps, run, undefined, error)
      return undefined
    }
  }
}
