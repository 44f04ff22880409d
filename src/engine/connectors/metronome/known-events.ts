import { z } from 'zod/mini'

import type { Clock } from '../vendor-api/clock.ts'
import { jsonAs } from '../vendor-api/vendor-call.ts'
import type { VendorClient } from '../vendor-api/vendor-client.ts'
import { DEDUPLICATION_DAYS } from './usage-event.ts'

/** How many transaction ids one question names. */
const LARGEST_QUESTION = 100

const DAY_MS = 86_400_000

const found = z.array(z.object({ transaction_id: z.string(), processed_at: z.optional(z.string()) }))

/**
 * Asks Metronome which of these transaction ids it would recognize as repeated.
 * Source: API reference, "Search events" – "heavily rate limited and designed for sampling workflows only". @throws VendorError
 */
export async function knownEvents(
  client: VendorClient,
  clock: Clock,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (let from = 0; from < ids.length; from += LARGEST_QUESTION) {
    const events = await client.call({
      method: 'POST',
      path: '/v1/events/search',
      body: { transactionIds: ids.slice(from, from + LARGEST_QUESTION) },
      isRepeatable: true,
      read: jsonAs(found),
    })
    for (const { transaction_id: id, processed_at: at } of events) {
      const isForgotten = at !== undefined && clock.now() - Date.parse(at) > DEDUPLICATION_DAYS * DAY_MS
      if (!isForgotten) known.add(id)
    }
  }
  return known
}
