import { RUN_KINDS, type RunKind } from '../../../core/catalog/runs/run-kinds.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { allOf } from '../../../core/catalog/sentence-lists.ts'
import { originOf } from '../../../engine/ports/origin-of.ts'
import { endRun } from '../../domain/runs/end-run.ts'
import { outcomeOf, type RunOutcome, troubleOf } from '../../domain/runs/run-outcome.ts'
import { StreamFailures } from '../../domain/runs/stream-failures.ts'
import { isStoreUnavailable } from '../../store/database/store-unavailable.ts'
import { releaseRun } from '../../store/runs/run-attempts.ts'
import type { RunRow } from '../../store/runs/run-rows.ts'
import { isCancelRequested } from '../../store/runs/runs.ts'
import type { ClaimedRun } from './claim-run.ts'
import { endByInternalError, explain } from './internal-errors.ts'
import { LeftInQueue } from './left-in-queue.ts'
import { type Attempt, type MoveRunDeps, moveRun, openAttempt } from './move-run.ts'
import { makePostponeRun, type PostponeRunDeps } from './postpone-run.ts'
import { runError } from './run-progress.ts'

export interface AttemptRunDeps extends PostponeRunDeps, MoveRunDeps {
  /** Registers a callback for a run's cancellation. @returns a function that ends it */
  readonly onCancel: (runId: string, cancel: () => void) => () => void
}

/** A person who cancels a run waits for it. */
const LOCK_OUT_WITHIN_MS = 15_000

/** Moves a claimed run to the end of this attempt. See `makeExecuteRun` for `lost`. */
export type AttemptRun = (claimed: ClaimedRun, lost: AbortSignal) => Promise<void>

export const makeAttemptRun =
  (deps: AttemptRunDeps): AttemptRun =>
  async (claimed, lost) => {
    const { run } = claimed
    const release = () => deps.database.asSystem((query) => releaseRun(query, run.id, run.epoch))
    let attempt: Attempt | undefined
    try {
      await attemptRun(deps, claimed, lost, (opened) => {
        attempt = opened
      })
    } catch (error) {
      if (lost.aborted || error instanceof LeftInQueue) throw error
      if (!isStoreUnavailable(error)) return await endByInternalError(deps, run, attempt?.progress, error)
      // If one connection is lost and the next one works, this worker does not have to count as dead.
      await release().catch(() => undefined)
      throw error
    }
  }

/** @param onOpened called as soon as the attempt has a progress that can be stored */
async function attemptRun(
  deps: AttemptRunDeps,
  { run, losses }: ClaimedRun,
  lost: AbortSignal,
  onOpened: (attempt: Attempt) => void,
): Promise<void> {
  const { database } = deps
  const { id: runId } = run
  const superseded = new AbortController()
  const attempt = await openAttempt(deps, run, () => superseded.abort())
  onOpened(attempt)
  const { cancelled, journal, progress, logProgress } = attempt
  const forget = deps.onCancel(runId, () => cancelled.abort())
  try {
    // The request may have come between two workers, when nobody was listening.
    if (await database.asSystem((query) => isCancelRequested(query, runId))) cancelled.abort()
    const signal = AbortSignal.any([cancelled.signal, superseded.signal, lost])
    const outcome = losses < LOSSES ? await outcomeOfAttempt(deps, attempt, signal) : FATAL
    if (outcome.error?.code === 'REAUTH_REQUIRED') await keepConsents(deps, run)
    logProgress.close()
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
    logProgress.close()
    await journal.close()
  }
}

async function outcomeOfAttempt(deps: MoveRunDeps, attempt: Attempt, signal: AbortSignal): Promise<RunOutcome> {
  const { run, cancelled, journal, progress, logStart } = attempt
  if (signal.aborted) return outcomeOfStopped(deps, attempt)
  const cause = causeOf(run)
  if (cause && run.attempt === 1) journal.log('info', cause)
  try {
    const { isStructureLeft, isSqlAfterLeft } = await moveRun(deps, attempt, signal)
    if (cancelled.signal.aborted && isStructureLeft) return structureLeft(run)
    if (cancelled.signal.aborted && isSqlAfterLeft) return { status: 'partially_succeeded', error: SQL_AFTER_LEFT }
    if (run.work.kind === 'after-rows') return { status: 'succeeded' }
    return outcomeOf(progress.ended(), run.work.kind, cancelled.signal.aborted)
  } catch (error) {
    // No error in the flow is known, and nothing could be stored: the queue keeps the job.
    if (isStoreUnavailable(error)) throw error
    if (cancelled.signal.aborted) return { status: 'cancelled' }
    const explained = explain(error, run.id, deps.log)
    if (explained.code !== 'BUDGET_TOO_SMALL') logStart()
    journal.log('error', explained.message, { origin: originOf(explained) })
    return { status: troubleOf(progress.ended().totals), error: progress.errorOf(explained) }
  }
}

const movesRows = (kind: RunKind): boolean =>
  RUN_KINDS[kind].result === 'written' && RUN_KINDS[kind].reads !== 'nothing'

/** It was stopped before it began. */
async function outcomeOfStopped(deps: MoveRunDeps, attempt: Attempt): Promise<RunOutcome> {
  const { run, cancelled, progress } = attempt
  const { kind } = run.work
  if (cancelled.signal.aborted && run.attempt > 1 && movesRows(kind)) await lockOutEarlier(deps, attempt)
  return outcomeOf({ ...progress.ended(), failures: new StreamFailures() }, kind, true)
}

/** The worker of an earlier attempt may only stand still, and would put its tables in place when it goes on. */
async function lockOutEarlier(deps: MoveRunDeps, attempt: Attempt): Promise<void> {
  const signal = AbortSignal.timeout(LOCK_OUT_WITHIN_MS)
  try {
    await moveRun(deps, attempt, signal, true)
    signal.throwIfAborted()
  } catch (error) {
    if (isStoreUnavailable(error)) throw error
    const reason = signal.aborted
      ? sentence`The destination did not answer.`
      : explain(error, attempt.run.id, deps.log).message
    attempt.journal.log(
      'warning',
      sentence`The worker that had this run does not answer, so its tables may still arrive. ${reason}`,
      { origin: 'destination' },
    )
  }
}

const structureLeft = ({ work: { kind } }: RunRow): RunOutcome =>
  kind === 'after-rows' ? { status: 'cancelled' } : { status: 'partially_succeeded', error: STRUCTURE_LEFT }

const STRUCTURE_LEFT = runError({
  code: 'STRUCTURE_FAILED',
  message: sentence`The rows arrived; the run was cancelled before all of their structure was built.`,
  hint: sentence`Try the run again: it builds only the structure, and moves no rows.`,
})

const SQL_AFTER_LEFT = runError({
  code: 'SQL_AFTER_FAILED',
  message: sentence`The rows arrived; the run was cancelled before the SQL after them was executed.`,
  hint: sentence`Try the run again: it executes only this SQL, and moves no rows.`,
})

/** What started a run that neither a person nor a schedule has started. */
function causeOf({ trigger, flow_snapshot: { startedAfter } }: RunRow): Sentence | undefined {
  if (trigger === 'mirror') return sentence`Started by the mirror, which follows the tables from this copy on.`
  if (trigger === 'inbound_url') return sentence`Started by a call of the inbound URL.`
  return startedAfter && sentence`Started after ${allOf(startedAfter.map(({ flowName }) => sentence`“${flowName}”`))}.`
}

/** The consent was withdrawn during the run: the integration shows it from now on. */
async function keepConsents({ confirmConsent }: MoveRunDeps, run: RunRow): Promise<void> {
  const { sourceConnectionId, destinationConnectionId } = run.flow_snapshot
  const connections = [sourceConnectionId, destinationConnectionId]
  await Promise.allSettled(connections.map((connectionId) => confirmConsent(run.organization_id, connectionId)))
}

/** A run during which four workers died is not given to a fifth: it may be too large for any. Two may die in a night of deployments. */
const LOSSES = 4

const FATAL: RunOutcome = {
  status: 'failed',
  error: runError({
    code: 'WORKER_LOST',
    message: sentence`The process that moved the rows ended or stopped responding, four times in a row.`,
    hint: sentence`Run the flow again. If it happens again, give the server more memory, or move fewer columns or smaller values at once.`,
  }),
}
