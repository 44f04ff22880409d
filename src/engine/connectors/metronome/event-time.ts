import type { ValueType } from '../../formats/common-text/value-type.ts'

const DATE = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d(?::?\d\d)?)?$/

/**
 * A time of common text as RFC 3339, to the digit. Without a zone it is taken for UTC, and a day for its beginning.
 * @returns `undefined` when it cannot be written so: infinity, years outside of 0001–9999, text that is no time
 */
export function eventTime(text: string, { kind }: ValueType): string | undefined {
  if (DATE.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : `${text}T00:00:00Z`
  const [, date, time, zone = ''] = MOMENT.exec(text) ?? []
  if (date === undefined || time === undefined) return undefined
  // A text without a zone is somebody's local time, and nobody can tell whose.
  if (kind === 'text' && zone === '') return undefined
  const offset =
    zone === '' || zone === '+00' || zone === 'Z'
      ? 'Z'
      : zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)
  const moment = `${date}T${time}${offset}`
  return Number.isNaN(Date.parse(moment)) ? undefined : moment
}
