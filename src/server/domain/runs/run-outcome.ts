import { sentence } from '../../../core/catalog/sentence.ts'
import { wordsOf } from '../../../core/catalog/words.ts'
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
  ...wordsOf({
    message: sentence`The run ended before every stream was moved.`,
    hint: sentence`Run the flow again.`,
  }),
}

/** For a run of one stream its own error; for several, how many have arrived, which failed, and the reason of the first failure. */
function failureOf({ totals, failures }: Pick<EndedStreams, 'totals' | 'failures'>): RunErrorRow | undefined {
  const [first] = failures.first
  if (!first || totals.streams === 1) return first
  const { streams, succeeded } = totals
  const arrived =
    succeeded === 0
      ? sentence`None of the ${streams} tables arrived`
      : sentence`${succeeded} of ${streams} tables arrived`
  const cause = first.sentence ?? sentence`${first.message}`
  const message =
    failures.count === 1
      ? sentence`${arrived}; ${failures.inWords} failed: ${cause}`
      : sentence`${arrived}; ${failures.inWords} failed, the first: ${cause}`
  return { ...first, ...wordsOf({ message }), cause: first.message, cause_sentence: cause }
}

function oddCounts({ entity, ...rows }: RunStreamRow): RunErrorRow {
  const { rows_read: read, rows_written: written, rows_filtered: filtered, rows_rejected: rejected } = rows
  return {
    code: 'UNBALANCED',
    ...wordsOf({
      message: sentence`The counts of ${entity} do not add up: ${read} read, ${written} written, ${filtered} filtered, ${rejected} rejected.`,
      hint: sentence`Run the flow again. If it happens again, report it as a bug.`,
    }),
    stream: entity,
  }
}
