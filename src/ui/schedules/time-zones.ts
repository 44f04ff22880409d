import { clockHour } from '../i18n/formats.ts'

export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** All time zones that the browser knows, the selected one and the user's own first. */
export function timeZones(chosen: string): readonly string[] {
  return [...new Set([chosen, browserTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]
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
