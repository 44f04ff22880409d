import type { Window } from '../../ports/source.ts'

export interface CostPeriod {
  readonly start: string
  /** Exclusive, as AWS defines it. */
  readonly end: string
}

/** AWS keeps thirteen months by default: this one and the previous twelve. */
const MONTHS_BACK = 12

/**
 * AWS changes the costs of a month, and marks them as estimated, until it has closed the bill: refunds, credits and taxes come late. An incremental
 * run reads again every month whose bill may have been open when the last run read it.
 */
const DAYS_UNTIL_CLOSED = 10

const DAY_MS = 86_400_000

/** The days to request. Without a window: everything that AWS keeps; with a window: the new days, and those that were still estimates. */
export function costPeriod(window: Window | undefined, now: number): CostPeriod {
  const today = new Date(now)
  const oldest = isoDate(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - MONTHS_BACK, 1))
  // Today has begun, so tomorrow is the first day that is not requested.
  const end = isoDate(now + DAY_MS)
  if (window?.from === undefined) return { start: oldest, end }
  const start = `${isoDate(Date.parse(window.from) - DAYS_UNTIL_CLOSED * DAY_MS).slice(0, 7)}-01`
  const isTooOld = start < oldest
  return { start: isTooOld ? oldest : start, end }
}

const isoDate = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
