/**
 * Dates and times in Google Sheets are numbers: whole days since 1899-12-30, and the elapsed fraction of the day.
 * For these years a double has more precision than milliseconds and less than microseconds; Sheets itself shows milliseconds.
 */
const EPOCH_MS = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

const two = (value: number) => String(value).padStart(2, '0')
const fractionOf = (milliseconds: number) =>
  milliseconds === 0 ? '' : `.${String(milliseconds).padStart(3, '0').replace(/0+$/, '')}`

const toMilliseconds = (serial: number) => Math.round(serial * DAY_MS)

export const isWholeDay = (serial: number): boolean => toMilliseconds(serial) % DAY_MS === 0

/** Whether a serial number is a time of day, and not a longer or negative duration. */
export const isTimeOfDay = (serial: number): boolean => toMilliseconds(serial) >= 0 && toMilliseconds(serial) < DAY_MS

/** The years with four digits in every system. */
const YEARS = { first: Date.parse('0001-01-01T00:00:00Z'), last: Date.parse('9999-12-31T23:59:59.999Z') }

/** Whether a serial number is a moment of the years 1 to 9999. */
export const isMoment = (serial: number): boolean => {
  const at = EPOCH_MS + toMilliseconds(serial)
  return at >= YEARS.first && at <= YEARS.last
}

/** `2024-03-31`, without the time of day. */
export const dateText = (serial: number): string =>
  new Date(EPOCH_MS + toMilliseconds(serial)).toISOString().slice(0, 10)

/** `2024-03-31 02:30:00.123` */
export function timestampText(serial: number): string {
  const iso = new Date(EPOCH_MS + toMilliseconds(serial)).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}${iso.slice(19, 23).replace(/\.?0+$/, '')}`
}

/** `23:59:59.999`; more than a day, or a negative time, as an interval of Postgres: `-25:00:00`. */
export function timeText(serial: number): string {
  const all = toMilliseconds(serial)
  const rest = Math.abs(all)
  const seconds = Math.floor(rest / 1_000)
  const sign = all < 0 ? '-' : ''
  return `${sign}${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fractionOf(rest % 1_000)}`
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})0*)?$/

/** @returns `undefined` for values that Sheets does not show as a date: years before 1900 or after 9999, and invalid dates */
export function dateSerial(text: string): number | undefined {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined || Number(year) < 1900) return undefined
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  // JavaScript normalizes invalid dates: 2024-02-31 would become the 2nd of March.
  if (date.getUTCMonth() !== Number(month) - 1) return undefined
  return (date.getTime() - EPOCH_MS) / DAY_MS
}

/** @returns `undefined` for times that a spreadsheet number cannot store exactly: microseconds, and the 24th hour */
export function timeSerial(text: string): number | undefined {
  const [, hours, minutes, seconds, fraction = ''] = TIME.exec(text) ?? []
  if (hours === undefined || Number(hours) > 23) return undefined
  const milliseconds = Number(fraction.padEnd(3, '0'))
  return (((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + milliseconds) / DAY_MS
}

/** @returns `undefined` if the date or the time cannot be converted */
export function timestampSerial(text: string): number | undefined {
  const [date = '', time = ''] = text.split(' ')
  const day = dateSerial(date)
  const part = timeSerial(time)
  return day === undefined || part === undefined ? undefined : day + part
}
