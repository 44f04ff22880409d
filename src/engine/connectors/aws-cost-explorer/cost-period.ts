import type { Window } from '../../ports/source.ts'
import type { CostEntity } from './cost-entities.ts'

export interface CostPeriod {
  readonly start: string
  /** Exclusive, as AWS defines it. */
  readonly end: string
}

/** AWS keeps thirteen months by default: this one and the previous twelve. */
const MONTHS_BACK = 12

/** AWS updates costs for some days and marks them as estimated until then; an incremental run reads these days again. */
const DAYS_AGAIN = 4

const DAY_MS = 86_400_000

/** The days to request. Without a window: everything that AWS keeps; with a window: the new days, and the days that were still estimates. */
export function costPeriod({ granularity }: CostEntity, window: Window | undefined, now: number): CostPeriod {
  const today = new Date(now)
  const oldest = isoDate(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - MONTHS_BACK, 1))
  // Today has begun, so tomorrow is the first day that is not requested.
  const end = isoDate(now + DAY_MS)
  if (window?.from === undefined) return { start: oldest, end }
  const again = isoDate(Date.parse(window.from) - DAYS_AGAIN * DAY_MS)
  const start = granularity === 'MONTHLY' ? `${again.slice(0, 7)}-01` : again
  const isTooOld = start < oldest
  return { start: isTooOld ? oldest : start, end }
}

const isoDate = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
