import { RUN_KINDS, type RunKind } from '../../../core/catalog/runs/run-kinds.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { wordsOf } from '../../../core/catalog/words.ts'
import type { RunErrorRow, RunStreamRow, RunTotalsRow } from '../../store/runs/run-rows.ts'
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
export function outcomeOf(
  { totals, failures, unbalanced }: EndedStreams,
  kind: RunKind,
  isCancelled: boolean,
): RunOutcome {
  const error = failureOf({ totals, failures }, kind)
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
function failureOf(
  { totals, failures }: Pick<EndedStreams, 'totals' | 'failures'>,
  kind: RunKind,
): RunErrorRow | undefined {
  const [first] = failures.first
  if (!first || totals.streams === 1) return first
  const cause = first.sentence ?? sentence`${first.message}`
  const message = inWords({ totals, failures }, kind, cause)
  return { ...first, ...wordsOf({ message }), cause: first.message, cause_sentence: cause }
}

/** In the words of what it is: only a run says that tables arrived. */
function inWords(
  { totals: { streams, succeeded }, failures: { count, inWords: names } }: Pick<EndedStreams, 'totals' | 'failures'>,
  kind: RunKind,
  cause: Sentence,
): Sentence {
  const isNone = succeeded === 0
  const isOne = count === 1
  switch (RUN_KINDS[kind].result) {
    case 'compared': {
      const compared = isNone
        ? sentence`None of the ${streams} tables were compared`
        : sentence`${succeeded} of ${streams} tables were compared`
      return isOne
        ? sentence`${compared}; ${names} could not be: ${cause}`
        : sentence`${compared}; ${names} could not be, the first: ${cause}`
    }
    case 'predicted': {
      const arriving = isNone
        ? sentence`None of the ${streams} tables would arrive`
        : sentence`${succeeded} of ${streams} tables would arrive`
      return isOne
        ? sentence`${arriving}; ${names} would fail: ${cause}`
        : sentence`${arriving}; ${names} would fail, the first: ${cause}`
    }
    case 'written': {
      const arrived = isNone
        ? sentence`None of the ${streams} tables arrived`
        : sentence`${succeeded} of ${streams} tables arrived`
      return isOne
        ? sentence`${arrived}; ${names} failed: ${cause}`
        : sentence`${arrived}; ${names} failed, the first: ${cause}`
    }
  }
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
