import type { DrawnRun } from './flow-overview.ts'

/** In milliseconds; nothing for a run that did not begin, or is not over. */
export const durationOf = ({ startedAt, finishedAt }: DrawnRun): number | undefined =>
  startedAt === undefined || finishedAt === undefined
    ? undefined
    : Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt))

/** How long a flow usually takes: half of its successful runs are between `low` and `high`. */
export interface DurationBand {
  readonly low: number
  readonly median: number
  readonly high: number
}

/** Fewer say nothing about what is usual. */
const FEWEST = 4

export function durationBand(runs: readonly DrawnRun[]): DurationBand | undefined {
  const known = runs
    .flatMap((run) => (run.status === 'succeeded' ? (durationOf(run) ?? []) : []))
    .toSorted((one, other) => one - other)
  if (known.length < FEWEST) return undefined
  return { low: quantile(known, 0.25), median: quantile(known, 0.5), high: quantile(known, 0.75) }
}

/** @param sorted not empty, the smallest first */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}
