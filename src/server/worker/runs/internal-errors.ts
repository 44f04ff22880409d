import { ConnectorError } from '../../../engine/ports/connector.ts'
import { INTERNAL_ERROR } from '../../../engine/ports/internal-error.ts'
import { RequestError } from '../../domain/request-error.ts'
import { endRun } from '../../domain/runs/end-run.ts'
import { troubleOf } from '../../domain/runs/run-outcome.ts'
import { saveProgress } from '../../domain/runs/save-progress.ts'
import { describeError, framesOf } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Database } from '../../store/database/database.ts'
import { isStoreUnavailable } from '../../store/database/store-unavailable.ts'
import type { RunRow } from '../../store/runs/run-rows.ts'
import { VaultError } from '../../vault/vault.ts'
import { RunProgress, runError, type StoredProblem } from './run-progress.ts'

/**
 * Ends a run that an internal error has interrupted, because another attempt would fail in the same way. If something that belongs to
 * the end of a run fails, only the end itself is stored.
 */
export async function endByInternalError(
  { database, log }: { readonly database: Database; readonly log: Log },
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
    if (isStoreUnavailable(again)) throw again
    logFault(log, 'run could not be ended as usual', run.id, again)
    await database.asSystem((query) => saveProgress(query, run, progress.changes(), outcome))
  }
}

/** An error as the run reports it; an internal error is logged with its stack. */
export function explain(error: unknown, runId: string, log: Log): StoredProblem {
  if (error instanceof ConnectorError) return error.problem
  if (error instanceof RequestError) return { code: error.code, message: error.sentence }
  if (error instanceof VaultError) return { code: 'LOCKED', message: error.sentence }
  logFault(log, 'run failed', runId, error)
  return INTERNAL_ERROR
}

const logFault = (log: Log, message: string, runId: string, error: unknown) =>
  log.error(message, { runId, error: describeError(error), stack: framesOf(error) })
