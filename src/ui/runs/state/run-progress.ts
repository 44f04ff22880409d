import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'

export interface RunProgress {
  readonly rowsRead: number
  readonly rowsWritten: number
  readonly bytes: number
  /** 0 to 1, by the estimates of the source; nothing when it has none. */
  readonly fraction: number | undefined
  /** Rows still to be read, by the same estimates. */
  readonly rowsLeft: number | undefined
}

/** The sum over a run's streams. An estimate is a guess: what is not over never reads as done. */
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
