import { defined } from '../../catalog/defined.ts'
import type { Run, RunStream } from '../run.ts'

/** A figure of one run and its difference to another run. */
export interface Compared {
  readonly now: number
  /** Absent where the other run has no such stream. */
  readonly change?: number
}

export interface ComparedStream {
  readonly entity: string
  readonly read: Compared
  readonly written: Compared
  readonly filtered: Compared
  readonly rejected: Compared
  /** Milliseconds; absent if the duration of this one is unknown. */
  readonly duration?: Compared
}

/** The streams of a run, compared with those of an earlier run of the same flow. */
export const compareRuns = (run: Pick<Run, 'streams'>, earlier: Pick<Run, 'streams'>): readonly ComparedStream[] =>
  run.streams.map((stream) => {
    const before = earlier.streams.find(({ entity }) => entity === stream.entity)
    const of = (figure: (of: RunStream) => number): Compared =>
      defined({ now: figure(stream), change: before && figure(stream) - figure(before) })
    const [now, then] = [durationOf(stream), before && durationOf(before)]
    return defined({
      entity: stream.entity,
      read: of(({ rowsRead }) => rowsRead),
      written: of(({ rowsWritten }) => rowsWritten),
      filtered: of(({ rowsFiltered }) => rowsFiltered),
      rejected: of(({ rowsRejected }) => rowsRejected),
      duration: now === undefined ? undefined : defined({ now, change: then === undefined ? undefined : now - then }),
    })
  })

function durationOf({ receipt }: RunStream): number | undefined {
  const phases = receipt?.phases
  if (!phases) return undefined
  const { moving = 0, checking = 0, committing = 0 } = phases
  return moving + checking + committing
}
