import { useRef } from 'react'

import { type RateSample, rateHistory } from '../../../core/runs/live/rate-history.ts'
import { rowsPerSecond } from '../../../core/runs/live/run-pace.ts'
import type { Run } from '../../../core/runs/run.ts'

/** More points than a screen is wide say nothing. */
const MOST = 600
const EVERY_MS = 500

/** The speed of a run at several times, since it began; half of the times are left out whenever there are too many. */
export function useRateHistory(run: Run): readonly RateSample[] {
  const samples = useRef<readonly RateSample[]>(undefined)
  samples.current ??= rateHistory(run.rowsOverTime ?? [], Date.now())
  const at = run.pace?.at(-1)?.at
  const rate = rowsPerSecond(run)
  const last = samples.current.at(-1)
  if (at !== undefined && rate !== undefined && (!last || at - last.at >= EVERY_MS)) {
    const kept = samples.current.length < MOST ? samples.current : samples.current.filter((_, place) => place % 2 === 0)
    samples.current = [...kept, { at, rate }]
  }
  return samples.current
}
