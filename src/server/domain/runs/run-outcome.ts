import type { RunErrorRow, RunStreamRow, RunTotalsRow } from '../../store/runs/runs.ts'
import type { StreamFailures } from './stream-failures.ts'

export interface RunOutcome {
  readonly status: 'succeeded' | 'failed' | 'cancelled'
  readonly error?: RunErrorRow
}

/** What is known of the streams of a run. */
export interface EndedStreams {
  readonly totals: RunTotalsRow
  readonly failures: StreamFailures
  /** One that has succeeded although its counts do not add up. */
  readonly unbalanced: RunStreamRow | undefined
}

/** What became of a run whose streams have all ended: read = written + filtered + rejected for each, or it is no success. */
export function outcomeOf({ totals, failures, unbalanced }: EndedStreams, isCancelled: boolean): RunOutcome {
  const [failed] = failures.first
  if (failed) return { status: 'failed', error: failed }
  // Cancelled after the last commit: the rows have arrived, and saying otherwise would be wrong.
  if (totals.streams > 0 && totals.succeeded === totals.streams)
    return unbalanced ? { status: 'failed', error: oddCounts(unbalanced) } : { status: 'succeeded' }
  if (isCancelled) return { status: 'cancelled' }
  const error = {
    code: 'UNFINISHED',
    message: 'The run ended before every stream was moved.',
    hint: 'Run the flow again.',
  }
  return { status: 'failed', error }
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
