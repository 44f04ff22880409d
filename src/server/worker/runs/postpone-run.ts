import { durationWords } from '../../../core/catalog/duration-words.ts'
import { errorClassOf } from '../../../core/catalog/errors/error-classes.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { attemptsFor, type RunRetries, retryPause } from '../../domain/runs/retry-pause.ts'
import type { RunOutcome } from '../../domain/runs/run-outcome.ts'
import type { Counters } from '../../host/counters.ts'
import type { Database } from '../../store/database/database.ts'
import { saveStreamColumns } from '../../store/flows/stream-columns.ts'
import { postponeRun } from '../../store/runs/run-attempts.ts'
import { insertLogLines } from '../../store/runs/run-log.ts'
import type { Attempt } from './move-run.ts'

export interface PostponeRunDeps {
  readonly database: Database
  readonly counters: Counters
  readonly retries: RunRetries
}

/** Lets a run wait for another attempt, if its errors are temporary. @returns whether it waits; otherwise this was the run's end */
export const makePostponeRun =
  ({ database, counters, retries }: PostponeRunDeps) =>
  async ({ run, progress }: Pick<Attempt, 'run' | 'progress'>, { error }: RunOutcome): Promise<boolean> => {
    if (!error) return false
    const { id: runId, organization_id: organizationId, epoch, attempt } = run
    const ofStreams = progress.ended().failures.kinds
    const kinds = ofStreams.length > 0 ? ofStreams : [{ streams: 1, error }]
    const errors = kinds.map((kind) => kind.error)
    for (const {
      streams,
      error: { code },
    } of kinds)
      if (errorClassOf(code).isUnknown) counters.count('millrace_unknown_errors_total', { code }, streams)
    const pause = retryPause({ errors, attempt }, retries)
    if (pause === undefined) return false
    return database.asSystem(async (query) => {
      const { streams, columns, totals } = progress.changes()
      if (!(await postponeRun(query, { runId, epoch, streams, totals, error, pause }))) return false
      await saveStreamColumns(query, run, columns)
      const text = sentence`Attempt ${attempt} of ${attemptsFor(errors)} failed. The next begins in ${durationWords(pause / 1_000)}.`
      await insertLogLines(query, organizationId, runId, [{ level: 'warning', text }])
      return true
    })
  }
