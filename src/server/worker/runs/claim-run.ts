import { raiseLineageStart } from '../../domain/lineage/raise-lineage.ts'
import type { Log } from '../../host/log.ts'
import type { Database } from '../../store/database/database.ts'
import { isStoreUnavailable } from '../../store/database/store-unavailable.ts'
import { hasRoom } from '../../store/runs/queue-positions.ts'
import { deleteSharesOfRun } from '../../store/runs/range-shares.ts'
import { claimRun } from '../../store/runs/run-attempts.ts'
import { findRun, findRunOfAny, type RunRow } from '../../store/runs/runs.ts'
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
    // Until one of the organization's runs has ended.
    if (!(await hasRoom(query, runId))) throw new LeftInQueue('the organization has no room for another run')
    const claimed = await claimRun(query, runId, job?.ticket)
    // Called with the run's row locked: a worker that gets the run later waits for the lock, and takes over.
    if (claimed && job && !(await job.isHeld(query))) throw new LeftInQueue('the run was given to another worker')
    const run = claimed && (await findRun(query, claimed.organizationId, runId))
    if (run && run.attempt > 1) await deleteSharesOfRun(query, runId)
    if (run?.attempt === 1) await raiseLineageStart(query, runId)
    return run && { run, losses: claimed.losses }
  })

/** An exception of ours that comes this often in a row would come again. */
const TRIES = 3

interface Deps {
  readonly database: Database
  readonly log: Log
}

/**
 * Claims runs. What of ours stands in the way is left to the queue, which logs it and tries again; a run that cannot be claimed again and again is ended
 * as our fault, because nobody would ever hear of it.
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
