export const SCHEDULE_KINDS = ['none', 'interval', 'hourly', 'daily', 'weekdays', 'weekly', 'monthly', 'cron'] as const

export type ScheduleKind = (typeof SCHEDULE_KINDS)[number]

/** Divisors of an hour or a day, which cron can express evenly. */
export const INTERVALS = [
  ...[1, 2, 5, 10, 15, 20, 30].map((count) => ({ count, unit: 'minutes' as const })),
  ...[2, 3, 4, 6, 8, 12].map((count) => ({ count, unit: 'hours' as const })),
]

export type Interval = (typeof INTERVALS)[number]

/** A schedule as people choose it. Fields of other kinds are kept, so that no choice is lost. */
export interface SchedulePlan {
  readonly kind: ScheduleKind
  /** Of an interval, for example 15 minutes. */
  readonly every: Interval
  /** Of the hour, 0 to 59. */
  readonly minute: number
  /** Of the day, for example 06:00. */
  readonly time: string
  /** 0 is Sunday. */
  readonly weekday: number
  /** Of the month, 1 to 28, which every month has, or `L` for its last. */
  readonly day: string
  readonly cron: string
}

const FIRST_PLAN: SchedulePlan = {
  kind: 'none',
  every: INTERVALS[4] as Interval,
  minute: 0,
  time: '06:00',
  weekday: 1,
  day: '1',
  cron: '',
}

/** Last days that only some months have need a cron expression. */
export const MONTH_DAYS: readonly string[] = [...Array.from({ length: 28 }, (_, index) => `${index + 1}`), 'L']

/** Nothing for a flow that runs on demand. */
export function cronOf({ kind, every, minute, time, weekday, day, cron }: SchedulePlan): string | undefined {
  const [hours, minutes] = time.split(':').map(Number)
  const at = `${minutes ?? 0} ${hours ?? 0}`
  switch (kind) {
    case 'none':
      return undefined
    case 'interval':
      return cronOfInterval(every)
    case 'hourly':
      return `${minute} * * * *`
    case 'daily':
      return `${at} * * *`
    case 'weekdays':
      return `${at} * * 1-5`
    case 'weekly':
      return `${at} * * ${weekday}`
    case 'monthly':
      return `${at} ${day} * *`
    case 'cron':
      return cron.trim()
  }
}

const cronOfInterval = ({ count, unit }: Interval): string => {
  if (unit === 'hours') return `0 */${count} * * *`
  return count === 1 ? '* * * * *' : `*/${count} * * * *`
}

/** The choices for a schedule; a schedule that only cron can express is shown as an expression. */
export function planOf(cron: string | undefined): SchedulePlan {
  if (cron === undefined) return FIRST_PLAN
  const written: SchedulePlan = { ...FIRST_PLAN, kind: 'cron', cron }
  const every = INTERVALS.find((interval) => cronOfInterval(interval) === cron)
  if (every) return { ...written, kind: 'interval', every }
  const [minute = '', hour = '', day = '', month, weekday = ''] = cron.split(' ')
  if (!isNumber(minute, 59) || month !== '*') return written
  const daily = day === '*' && weekday === '*'
  if (hour === '*') return daily ? { ...written, kind: 'hourly', minute: Number(minute) } : written
  if (!isNumber(hour, 23)) return written
  const timed = { ...written, time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` }
  return daily ? { ...timed, kind: 'daily' } : (onSomeDays(timed, day, weekday) ?? written)
}

function onSomeDays(timed: SchedulePlan, day: string, weekday: string): SchedulePlan | undefined {
  if (weekday === '*') return MONTH_DAYS.includes(day) ? { ...timed, kind: 'monthly', day } : undefined
  if (day !== '*') return undefined
  if (weekday === '1-5') return { ...timed, kind: 'weekdays' }
  return isNumber(weekday, 7) ? { ...timed, kind: 'weekly', weekday: Number(weekday) % 7 } : undefined
}

const isNumber = (text: string, limit: number): boolean => /^\d{1,2}$/.test(text) && Number(text) <= limit
