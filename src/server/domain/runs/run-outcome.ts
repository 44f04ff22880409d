import type { RunErrorRow, RunStreamRow, RunTotalsRow } from '../../store/runs/runs.ts'
import type { StreamFailures } from './stream-failures.ts'

export interface RunOutcome {
  readonly status: 'succeeded' | 'partially_succeeded' | 'failed' | 'cancelled'
  readonly error?: RunErrorRow
}

/** Facts about the streams of a run. */
export interface EndedStreams {
  readonly totals: RunTotalsRow
  readonly failures: StreamFailures
  /** A stream that has succeeded although its counts are inconsistent. */
  readonly unbalanced: RunStreamRow | undefined
}

/** The outcome of a run whose streams have all ended: it succeeds only if read = written + filtered + rejected for each. */
export function outcomeOf({ totals, failures, unbalanced }: EndedStreams, isCancelled: boolean): RunOutcome {
  const error = failureOf({ totals, failures })
  if (error) return { status: troubleOf(totals), error }
  // Cancelled after the last commit: the rows have arrived, and another state would be wrong.
  if (totals.streams > 0 && totals.succeeded === totals.streams)
    return unbalanced ? { status: 'failed', error: oddCounts(unbalanced) } : { status: 'succeeded' }
  if (isCancelled) return { status: 'cancelled' }
  return { status: troubleOf(totals), error: UNFINISHED }
}

/** The state of a run without all of its tables: tables arrive one by one, and arrived tables stay. */
export const troubleOf = ({ succeeded }: RunTotalsRow): 'partially_succeeded' | 'failed' =>
  succeeded > 0 ? 'partially_succeeded' : 'failed'

const UNFINISHED: RunErrorRow = {
  code: 'UNFINISHED',
  message: 'The run ended before every stream was moved.',
  hint: 'Run the flow again.',
}

/** For a run of one stream its own error; for several, how many have arrived, which failed, and the reason of the first failure. */
function failureOf({ totals, failures }: Pick<EndedStreams, 'totals' | 'failures'>): RunErrorRow | undefined {
  const [first] = failures.first
  if (!first || totals.streams === 1) return first
  const { streams, succeeded } = totals
  const arrived =
    succeeded === 0 ? `None of the ${streams} tables arrived` : `${succeeded} of ${streams} tables arrived`
  const why = failures.count === 1 ? '' : ', the first'
  const message = `${arrived}; ${failures.inWords} failed${why}: ${first.message}`
  return { ...first, message, cause: first.message }
}

function oddCounts({ entity, ...rows }: RunStreamRow): RunErrorRow {
  const counts = `${rows.rows_read} read, ${rows.rows_written} written, ${rows.rows_filtered} filtered, ${rows.rows_rejected} rejected`
  return {
    code: 'UNBALANCED',
    message: `The counts of ${entity} do not add up: ${counts}.`,
    hint: 'Run the flow again. If it happens again, report it as a bug.',
    stream: entity,
  }
}
