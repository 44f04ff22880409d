import type { Run } from '../../core/runs/run.ts'

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
export function progressOf({ streams, status }: Run): RunProgress {
  const sum = (pick: (stream: Run['streams'][number]) => number) =>
    streams.reduce((total, stream) => total + pick(stream), 0)
  const estimated = sum(({ estimatedRows = 0 }) => estimatedRows)
  const rowsRead = sum((stream) => stream.rowsRead)
  const isWhole = status === 'succeeded'
  const guess = estimated > 0 ? Math.min(0.99, rowsRead / estimated) : undefined
  return {
    rowsRead,
    rowsWritten: sum((stream) => stream.rowsWritten),
    bytes: sum((stream) => stream.bytes),
    fraction: isWhole ? 1 : guess,
    rowsLeft: estimated > rowsRead ? estimated - rowsRead : undefined,
  }
}
