export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** All time zones that the browser knows, the selected one and the user's own first. */
export function timeZones(chosen: string): readonly string[] {
  return [...new Set([chosen, browserTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}

/** Day and time in that zone, with the zone's name at that time: "Fri, Mar 27, 06:00 GMT+1". */
export const inZone = (at: Date, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at)
