import type { ValueType } from '../../ports/value-type.ts'

/**
 * How far back an incremental run reads again. A row gets its time or number when it is written and becomes visible when its
 * transaction commits, so rows below the last bound may become visible later, but at most this much later.
 */
const OVERLAP_MINUTES = 10
const OVERLAP_NUMBERS = 10_000n

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(\.\d+)?(\+00)?)?$/

/** One day more than sources allow, because their clocks and this one may differ. */
const FARTHEST_AHEAD_MS = 2 * 24 * 3_600_000

/** Whether a bound can be a mark: it is neither infinite nor NaN, and no time in the future. It is common text. */
export function isMark({ kind }: ValueType, highWaterMark: string, now = Date.now()): boolean {
  if (kind === 'float' || kind === 'decimal') return !/^(nan|[+-]?inf(inity)?)$/i.test(highWaterMark)
  if (kind !== 'timestamp' && kind !== 'date') return true
  if (highWaterMark.endsWith('BC')) return true
  if (!MOMENT.test(highWaterMark)) return false
  return Date.parse(`${highWaterMark.slice(0, 10)}T00:00:00Z`) <= now + FARTHEST_AHEAD_MS
}

/** The start of the next window, which includes the last run's bound and rows of transactions that were open then. Both are common text. */
export function overlapStart({ kind }: ValueType, highWaterMark: string): string {
  if (kind === 'integer') return String(BigInt(highWaterMark) - OVERLAP_NUMBERS)
  if (kind !== 'timestamp' && kind !== 'date') return highWaterMark
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = ''] =
    MOMENT.exec(highWaterMark) ?? []
  // Infinity and years outside of the calendar stay unchanged.
  if (year === undefined) return highWaterMark
  const minutes = kind === 'date' ? 24 * 60 : OVERLAP_MINUTES
  const earlier = new Date(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - minutes * 60_000)
  const [date = highWaterMark, time = ''] = earlier.toISOString().split('T')
  return kind === 'date' ? date : `${date} ${time.slice(0, 8)}${fraction}${zone}`
}
