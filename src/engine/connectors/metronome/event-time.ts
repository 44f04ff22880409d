import type { ValueType } from '../../ports/value-type.ts'

const DATE = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d(?::?\d\d)?)?$/

/**
 * A time of common text as RFC 3339, with all digits. A time without a zone is UTC, a date is the start of its day.
 * @returns `undefined` if it cannot be expressed: infinity, years outside of 0001–9999, text that is not a time
 */
export function eventTime(text: string, { kind }: ValueType): string | undefined {
  if (DATE.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : `${text}T00:00:00Z`
  const [, date, time, zone = ''] = MOMENT.exec(text) ?? []
  if (date === undefined || time === undefined) return undefined
  // A text without a zone is a local time of an unknown zone.
  if (kind === 'text' && zone === '') return undefined
  const offset =
    zone === '' || zone === '+00' || zone === 'Z'
      ? 'Z'
      : zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)
  const moment = `${date}T${time}${offset}`
  return Number.isNaN(Date.parse(moment)) ? undefined : moment
}
