import { clockHour } from '../i18n/formats.ts'

export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

export interface TimeZoneOption {
  readonly value: string
  readonly label: string
  /** Its offset today. */
  readonly detail?: string
  /** Its name in words, and other spellings of the offset. */
  readonly words?: string
}

/** All time zones that the browser knows, the selected one and the user's own first. */
export const timeZones = (chosen: string): readonly TimeZoneOption[] =>
  [...new Set([chosen, browserTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }))

/** With offsets and names in words, which takes a tenth of a second for all. */
export const withNames = (zones: readonly TimeZoneOption[], locale: string): readonly TimeZoneOption[] =>
  zones.map(({ value, label }) => {
    const detail = partOf(value, 'en', 'shortOffset')
    const words = `${partOf(value, locale, 'longGeneric')} ${detail.replace('GMT', 'UTC')}`
    return { value, label, detail, words }
  })

function partOf(timeZone: string, locale: string, timeZoneName: Intl.DateTimeFormatOptions['timeZoneName']): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** Day and time in that zone, with the zone's name at that time: "Fri, Mar 27, 6:00 AM GMT+1". */
export const inZone = (at: Date, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: clockHour(locale),
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at)
