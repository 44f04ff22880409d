import type { RunErrorRow, RunStreamRow } from '../../store/runs/runs.ts'

export interface RunOutcome {
  readonly status: 'succeeded' | 'failed' | 'cancelled'
  readonly error?: RunErrorRow
}

/** What became of a run whose streams have all ended: read = written + filtered + rejected for each, or it is no success. */
export function outcomeOf(streams: readonly RunStreamRow[], isCancelled: boolean): RunOutcome {
  const failed = streams.find(({ status }) => status === 'failed')
  if (failed?.error) return { status: 'failed', error: failed.error }
  // Cancelled after the last commit: the rows have arrived, and saying otherwise would be wrong.
  if (streams.length > 0 && streams.every(({ status }) => status === 'succeeded')) return balanced(streams)
  if (isCancelled) return { status: 'cancelled' }
  const error = {
    code: 'UNFINISHED',
    message: 'The run ended before every stream was moved.',
    hint: 'Run the flow again.',
  }
  return { status: 'failed', error }
}

function balanced(streams: readonly RunStreamRow[]): RunOutcome {
  const odd = streams.find(
    ({
      rows_read: read,
      rows_added: added = 0,
      rows_written: written,
      rows_filtered: filtered,
      rows_rejected: rejected,
    }) => read + added !== written + filtered + rejected,
  )
  if (!odd) return { status: 'succeeded' }
  const counts = `${odd.rows_read} read, ${odd.rows_written} written, ${odd.rows_filtered} filtered, ${odd.rows_rejected} rejected`
  return {
    status: 'failed',
    error: {
      code: 'UNBALANCED',
      message: `The counts of ${odd.entity} do not add up: ${counts}.`,
      hint: 'Run the flow again. If it happens again, report it as a bug.',
      stream: odd.entity,
    },
  }
}
