import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'

export interface RunProgress {
  readonly rowsRead: number
  readonly rowsWritten: number
  readonly bytes: number
  /** 0 to 1, by the estimates of the source; nothing if it has none. */
  readonly fraction: number | undefined
  /** The number of rows still to be read, by the same estimates. */
  readonly rowsLeft: number | undefined
}

/** The sum over a run's streams. Estimates may be wrong, so an unfinished run is never shown as done. */
export function progressOf(run: Run): RunProgress {
  const { rowsRead, rowsWritten, bytes, estimatedRows: estimated } = totalsOf(run)
  const isWhole = run.status === 'succeeded'
  const guess = estimated > 0 ? Math.min(0.99, rowsRead / estimated) : undefined
  return {
    rowsRead,
    rowsWritten,
    bytes,
    fraction: isWhole ? 1 : guess,
    rowsLeft: estimated > rowsRead ? estimated - rowsRead : undefined,
  }
}
