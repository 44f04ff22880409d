import type { Run } from '../run.ts'
import { totalsOf } from '../run-totals.ts'

/** The number of rows read at several times, oldest first; times in milliseconds. */
export type RunPace = readonly { readonly at: number; readonly rowsRead: number }[]

/** The speed is measured over the last two seconds, so that it neither jumps nor lags. */
const WINDOW_MS = 2_000

/** The time of the first rows says nothing about the rest. */
const LEAST_MS = 1_000

export function paceAfter(news: Run, known: Run | undefined, at: number): RunPace {
  const recent = (known?.pace ?? []).filter((sample) => at - sample.at <= WINDOW_MS)
  return [...recent, { at, rowsRead: totalsOf(news).rowsRead }]
}

/** The current speed of reading rows, the same wherever it is shown; nothing until a second after the first event. */
export function rowsPerSecond({ pace = [] }: Run): number | undefined {
  const [first, last] = [pace[0], pace.at(-1)]
  if (!first || !last || last.at - first.at < LEAST_MS) return undefined
  return ((last.rowsRead - first.rowsRead) * 1_000) / (last.at - first.at)
}
