/** Formats of numbers, sizes, dates and durations in a locale. */
export interface Formats {
  number(value: number): string
  compact(value: number): string
  percent(fraction: number): string
  /** With one decimal. */
  share(fraction: number): string
  bytes(value: number): string
  duration(milliseconds: number): string
  dateTime(instant: string): string
  /** Day and time, for the ends of a period. */
  minute(instant: string): string
  time(instant: string): string
  date(instant: string): string
  /** The day that starts at that instant in UTC, because servers count UTC days. */
  day(instant: string): string
  hour(instant: string): string
  money(dollars: number): string
  /** With cents. */
  price(dollars: number): string
  relative(instant: string, now: number): string
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

const isEnglish = (locale: string): boolean => locale.startsWith('en')

/** A clock of twelve hours says 6:00 AM, others say 06:00. */
export const clockHour = (locale: string): '2-digit' | 'numeric' =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 ? 'numeric' : '2-digit'

const created = new Map<string, Formats>()

/** Created once for each locale, because a browser takes longer to create formatters than to draw most components. */
export function formatsOf(locale: string): Formats {
  const formats = created.get(locale) ?? createFormats(locale)
  created.set(locale, formats)
  return formats
}

function createFormats(locale: string): Formats {
  const units = new Map<string, Intl.NumberFormat>()
  const unit: UnitFormat = (value, options) => {
    const key = JSON.stringify(options)
    const format = units.get(key) ?? new Intl.NumberFormat(locale, { style: 'unit', ...options })
    units.set(key, format)
    return format.format(value)
  }
  const number = new Intl.NumberFormat(locale)
  const compact = new Intl.NumberFormat(locale, {
    notation: 'compact',
    maximumFractionDigits: 1,
    useGrouping: 'always',
  })
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const clock = clockHour(locale)
  const dateTime = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: clock,
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })
  const toMinute = { month: 'short', day: 'numeric', hour: clock, minute: '2-digit' } as const
  const minute = new Intl.DateTimeFormat(locale, toMinute)
  const minuteOfYear = new Intl.DateTimeFormat(locale, { year: 'numeric', ...toMinute })
  const time = new Intl.DateTimeFormat(locale, { hour: clock, minute: '2-digit', second: '2-digit' })
  const date = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric' })
  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const hour = new Intl.DateTimeFormat(locale, { hour: clock, minute: '2-digit' })
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
  const price = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })

  return {
    number: (value) => number.format(value),
    // In German thousands are not shortened, and would have a decimal.
    // A British “12m” beside durations would be twelve minutes.
    compact: (value) => compact.format(Math.abs(value) < 1_000 ? value : Math.round(value)).replace(/m$/, 'M'),
    percent: (fraction) => percent.format(fraction),
    share: (fraction) => share.format(fraction),
    bytes: (value) => bytesIn(unit, value),
    // 1d 3h reads well in English; the narrow German units are “1 T” and “1ms”, which nobody writes.
    duration: (milliseconds) => durationIn(unit, isEnglish(locale) ? 'narrow' : 'short', milliseconds),
    dateTime: (instant) => dateTime.format(new Date(instant)),
    minute: (instant) => (isThisYear(instant) ? minute : minuteOfYear).format(new Date(instant)),
    time: (instant) => time.format(new Date(instant)),
    date: (instant) => date.format(new Date(instant)),
    day: (instant) => day.format(new Date(instant)),
    hour: (instant) => hour.format(new Date(instant)),
    money: (dollars) => money.format(dollars),
    price: (dollars) => price.format(dollars),
    relative: (instant, now) => relativeIn(relative, Date.parse(instant) - now),
  }
}

const isThisYear = (instant: string): boolean => new Date(instant).getFullYear() === new Date().getFullYear()

type UnitFormat = (
  value: number,
  options: Pick<Intl.NumberFormatOptions, 'unit' | 'unitDisplay' | 'maximumFractionDigits'>,
) => string

function bytesIn(unit: UnitFormat, value: number): string {
  // By what is shown: 999,950 bytes are 1 MB, and not 1,000 kB.
  const power = value < 1 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(value * 1.000_05) / 3))
  const name = BYTE_UNITS[power] ?? 'byte'
  return unit(value / 1_000 ** power, {
    unit: name,
    unitDisplay: power > 0 ? 'short' : 'long',
    maximumFractionDigits: power > 0 ? 1 : 0,
  })
}

function durationIn(format: UnitFormat, unitDisplay: 'narrow' | 'short', milliseconds: number): string {
  const unit = (value: number, name: string) =>
    // A number stays beside its unit where lines are short.
    format(value, { unit: name, unitDisplay }).replace(' ', '\u00a0')
  if (Math.round(milliseconds) < SECOND) return unit(Math.max(0, Math.round(milliseconds)), 'millisecond')
  if (milliseconds < 10 * SECOND) return unit(Math.round(milliseconds / 100) / 10, 'second')
  if (Math.round(milliseconds / SECOND) < 60) return unit(Math.round(milliseconds / SECOND), 'second')
  if (milliseconds < MINUTE) return unit(1, 'minute')
  const pair = (large: number, name: string, rest: number, smaller: string) =>
    rest === 0 ? unit(large, name) : `${unit(large, name)} ${unit(rest, smaller)}`
  if (milliseconds < HOUR)
    return pair(Math.floor(milliseconds / MINUTE), 'minute', Math.floor((milliseconds % MINUTE) / SECOND), 'second')
  if (milliseconds < DAY)
    return pair(Math.floor(milliseconds / HOUR), 'hour', Math.floor((milliseconds % HOUR) / MINUTE), 'minute')
  return pair(Math.floor(milliseconds / DAY), 'day', Math.floor((milliseconds % DAY) / HOUR), 'hour')
}

function relativeIn(format: Intl.RelativeTimeFormat, past: number): string {
  if (Math.abs(past) < 45 * SECOND) return format.format(0, 'second')
  for (const { name, length, fewerThan } of UNITS) {
    const count = Math.round(past / length)
    if (Math.abs(count) < fewerThan) return format.format(count, name)
  }
  return format.format(Math.round(past / YEAR), 'year')
}

/** Each up to the next one, by what is shown: 59 minutes and 50 seconds are an hour, and not 60 minutes. */
const UNITS = [
  { name: 'minute', length: MINUTE, fewerThan: 60 },
  { name: 'hour', length: HOUR, fewerThan: 24 },
  { name: 'day', length: DAY, fewerThan: 30 },
  { name: 'month', length: 30 * DAY, fewerThan: 12 },
] as const
