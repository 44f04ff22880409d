import type { QueryConfig } from 'pg'

import type { Announcement } from './announcement.ts'

/** Postgres takes fewer than 8,000 bytes. */
const MOST_BYTES = 7_900

/** The same is said once. Wake-ups say nothing more; changes are put into lists, as many as a message takes. */
export function messagesOf(announcements: readonly Announcement[]): readonly Announcement[] {
  const byChannel = Map.groupBy(announcements, ({ channel }) => channel)
  return Array.from(byChannel).flatMap(([channel, said]) => {
    const payloads = new Set(said.map(({ payload }) => payload))
    return payloads.has('') ? [{ channel, payload: '' }] : listsOf(payloads).map((payload) => ({ channel, payload }))
  })
}

function listsOf(payloads: Iterable<string>): readonly string[] {
  const lists: string[][] = [[]]
  let bytes = 0
  for (const payload of payloads) {
    const own = Buffer.byteLength(payload) + 1
    // Nobody announces so much; and one that did must not keep the others back.
    if (own > MOST_BYTES) continue
    if (bytes + own > MOST_BYTES) {
      lists.push([])
      bytes = 0
    }
    lists.at(-1)?.push(payload)
    bytes += own
  }
  return lists.filter((list) => list.length > 0).map((list) => `[${list.join(',')}]`)
}

/** Sends them by one statement. */
export const notifyStatement = (messages: readonly Announcement[]): QueryConfig => ({
  text: 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as told (channel, payload)',
  values: [messages.map(({ channel }) => channel), messages.map(({ payload }) => payload)],
})
