/** What other processes hear after the transaction that says it. */
export interface Announcement {
  readonly channel: string
  readonly payload: string
}

const COLUMN = 'announced_'
const OF_ORGANIZATION = `${COLUMN}change`

/** What wakes loops of other processes; it says no more than that there is something to do. */
type WakeUp = 'schedules' | 'batches' | 'alerts' | 'mirrors' | 'ranges' | 'queue'

/** A column that wakes them, if the statement answers a row. */
export const announcedWakeUp = (channel: WakeUp): string => `'' as ${COLUMN}${channel}`

/** A column that wakes them if a query answers a row. @param rest of the query, after what it selects */
export const announcedWakeUpIf = (channel: WakeUp, rest: string): string =>
  `(select '' ${rest} limit 1) as ${COLUMN}${channel}`

/** A column that processes with watchers of the organization hear. @param json SQL of an object whose `o` is the organization */
export const announcedOfOrganization = (json: string): string => `${json}::text as ${OF_ORGANIZATION}`

/** Few, so that a process listens to all of them if it has many watchers, and enough for one with few to hear little of others. */
const CHANNELS = 64

/** Where changes in an organization are announced. */
export const channelOfOrganization = (organizationId: string): string =>
  `millrace_changes_${Number.parseInt(organizationId.slice(-4), 16) % CHANNELS}`

/** Takes what a statement announces out of its rows. */
export function takeAnnouncements(
  fields: readonly { readonly name: string }[],
  rows: readonly Record<string, unknown>[],
): readonly Announcement[] {
  return fields.flatMap(({ name }) => {
    if (!name.startsWith(COLUMN)) return []
    return rows.flatMap((row) => {
      const payload = row[name]
      delete row[name]
      return typeof payload === 'string' ? [{ channel: channelOf(name, payload), payload }] : []
    })
  })
}

const channelOf = (column: string, payload: string): string =>
  column === OF_ORGANIZATION
    ? channelOfOrganization((JSON.parse(payload) as { readonly o: string }).o)
    : `millrace_${column.slice(COLUMN.length)}`
