import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { allOf } from '../../../core/catalog/sentence-lists.ts'
import { ConnectorError } from '../../../engine/ports/connector.ts'
import { originOf } from '../../../engine/ports/origin-of.ts'
import { OWN_FAULT } from '../../../engine/ports/own-fault.ts'
import { raiseLineageStart } from '../../domain/lineage/raise-lineage.ts'
import { RequestError } from '../../domain/request-error.ts'
import { endRun } from '../../domain/runs/end-run.ts'
import { outcomeOf, type RunOutcome, troubleOf } from '../../domain/runs/run-outcome.ts'
import { saveProgress } from '../../domain/runs/save-progress.ts'
import { describeError, framesOf } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Database } from '../../store/database/database.ts'
import { isStoreAway } from '../../store/database/store-away.ts'
import { hasRoom } from '../../store/runs/queue-positions.ts'
import { deleteSharesOfRun } from '../../store/runs/range-shares.ts'
import { claimRun, releaseRun } from '../../store/runs/run-attempts.ts'
import { findRun, isCancelRequested, type RunRow } from '../../store/runs/runs.ts'
import { VaultError } from '../../vault/vault.ts'
import { LeftInQueue } from './left-in-queue.ts'
import { type Attempt, type MoveRunDeps, moveRun, openAttempt } from './move-run.ts'
import { makePostponeRun, type PostponeRunDeps } from './postpone-run.ts'
import { RunProgress, runError, type StoredProblem } from './run-progress.ts'
import type { HeldJob } from './run-queue.ts'

export interface ExecuteRunDeps extends PostponeRunDeps, MoveRunDeps {
  /** Registers a callback for a run's cancellation. @returns a function that ends it */
  readonly onCancel: (runId: string, cancel: () => void) => () => void
}

/**
 * Moves one run from its claim to its end. `lost` is aborted when the run no longer belongs to this worker, because another worker got it
 * or this process is stopping; then nothing more is written and the promise rejects, so that the queue keeps the job.
 */
export const makeExecuteRun =
  (deps: ExecuteRunDeps) =>
  async (runId: string, lost: AbortSignal, job?: HeldJob): Promise<void> => {
    const { database } = deps
    const claimed = await claim(database, runId, job)
    if (!claimed) return
    const { run } = claimed
    const release = () => database.asSystem((query) => releaseRun(query, runId, run.epoch))
    let attempt: Attempt | undefined
    try {
      await attemptRun(deps, claimed, lost, (opened) => {
        attempt = opened
      })
    } catch (error) {
      if (lost.aborted || error instanceof LeftInQueue) throw error
      if (!isStoreAway(error)) return await endByOwnFault(deps, run, attempt?.progress, error)
      // One connection may be lost while the next one works: then this worker need not count as dead.
      await release().catch(() => undefined)
      throw error
    }
  }

/** @param onOpened called as soon as the attempt has a progress that can be stored */
async function attemptRun(
  deps: ExecuteRunDeps,
  { run, losses }: ClaimedRun,
  lost: AbortSignal,
  onOpened: (attempt: Attempt) => void,
): Promise<void> {
  const { database } = deps
  const { id: runId } = run
  const superseded = new AbortController()
  const attempt = await openAttempt(deps, run, () => superseded.abort())
  onOpened(attempt)
  const { cancelled, journal, progress } = attempt
  const forget = deps.onCancel(runId, () => cancelled.abort())
  try {
    // The request may have come between two workers, when nobody was listening.
    if (await database.asSystem((query) => isCancelRequested(query, runId))) cancelled.abort()
    const signal = AbortSignal.any([cancelled.signal, superseded.signal, lost])
    const outcome = losses < LOSSES ? await outcomeOfAttempt(deps, attempt, signal) : FATAL
    if (outcome.error?.code === 'REAUTH_REQUIRED') await keepConsents(deps, run)
    await journal.close()
    if (!lost.aborted)
      await Promise.all([
        attempt.rejects.finalize(),
        attempt.changes.finalize(),
        attempt.checkRows.finalize(),
        attempt.structure.finalize(),
        attempt.lineage.finalize(),
      ])
    if (lost.aborted) {
      await database.asSystem((query) => releaseRun(query, runId, run.epoch))
      throw new LeftInQueue('the run was handed back')
    }
    progress.end()
    if (await makePostponeRun(deps)(attempt, outcome)) return
    await database.asSystem((query) => endRun(query, run, progress.changes(), outcome))
  } finally {
    forget()
    await journal.close()
  }
}

/**
 * Ends a run that an exception of ours has interrupted: another attempt would meet the same one. What belongs to the end of a run may
 * be what fails; then only the end itself is stored.
 */
async function endByOwnFault(
  { database, log }: ExecuteRunDeps,
  run: RunRow,
  known: RunProgress | undefined,
  cause: unknown,
): Promise<void> {
  const progress = known ?? new RunProgress(run)
  progress.end()
  const error = runError(explain(cause, run.id, log))
  const outcome = { status: troubleOf(progress.ended().totals), error }
  try {
    await database.asSystem((query) => endRun(query, run, progress.changes(), outcome))
  } catch (again) {
    if (isStoreAway(again)) throw again
    logFault(log, 'run could not be ended as usual', run.id, again)
    await database.asSystem((query) => saveProgress(query, run, progress.changes(), outcome))
  }
}

interface ClaimedRun {
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

async function outcomeOfAttempt(deps: MoveRunDeps, attempt: Attempt, signal: AbortSignal): Promise<RunOutcome> {
  const { run, cancelled, journal, progress, sayBegun } = attempt
  if (signal.aborted) return { status: 'cancelled' }
  const cause = causeOf(run)
  if (cause && run.attempt === 1) journal.say('info', cause)
  try {
    const { isSqlAfterLeft } = await moveRun(deps, attempt, signal)
    if (isSqlAfterLeft && cancelled.signal.aborted) return { status: 'partially_succeeded', error: SQL_AFTER_LEFT }
    if (run.work.kind === 'after-rows') return { status: 'succeeded' }
    return outcomeOf(progress.ended(), run.work.kind, cancelled.signal.aborted)
  } catch (error) {
    // No error in the flow is known, and nothing could be stored: the queue keeps the job.
    if (isStoreAway(error)) throw error
    if (cancelled.signal.aborted) return { status: 'cancelled' }
    const told = explain(error, run.id, deps.log)
    if (told.code !== 'BUDGET_TOO_SMALL') sayBegun()
    journal.say('error', told.message, { origin: originOf(told) })
    return { status: troubleOf(progress.ended().totals), error: progress.errorOf(told) }
  }
}

const SQL_AFTER_LEFT = runError({
  code: 'SQL_AFTER_FAILED',
  message: sentence`The rows arrived; the run was cancelled before the SQL after them was executed.`,
  hint: sentence`Try the run again: it executes only this SQL, and moves no rows.`,
})

/** What started a run that neither a person nor a schedule did. */
function causeOf({ trigger, flow_snapshot: { startedAfter } }: RunRow): Sentence | undefined {
  if (trigger === 'inbound_url') return sentence`Started by a call of the inbound URL.`
  return startedAfter && sentence`Started after ${allOf(startedAfter.map(({ flowName }) => sentence`“${flowName}”`))}.`
}

/** The consent was withdrawn during the run: the integration shows it from now on. */
async function keepConsents({ confirmConsent }: MoveRunDeps, run: RunRow): Promise<void> {
  const { sourceConnectionId, destinationConnectionId } = run.flow_snapshot
  const connections = [sourceConnectionId, destinationConnectionId]
  await Promise.allSettled(connections.map((connectionId) => confirmConsent(run.organization_id, connectionId)))
}

function explain(error: unknown, runId: string, log: Log): StoredProblem {
  if (error instanceof ConnectorError) return error.problem
  if (error instanceof RequestError) return { code: error.code, message: error.sentence }
  if (error instanceof VaultError) return { code: 'LOCKED', message: error.sentence }
  logFault(log, 'run failed', runId, error)
  return OWN_FAULT
}

const logFault = (log: Log, message: string, runId: string, error: unknown) =>
  log.error(message, { runId, error: describeError(error), stack: framesOf(error) })

/** A run that two workers have not survived is not given to a third: it may be too large for any. */
const LOSSES = 2

const FATAL: RunOutcome = {
  status: 'failed',
  error: runError({
    code: 'WORKER_LOST',
    message: sentence`The process that moved the rows ended or stopped responding, twice in a row.`,
    hint: sentence`Run the flow again. If it happens again, give the server more memory, or move fewer columns or smaller values at once.`,
  }),
}
