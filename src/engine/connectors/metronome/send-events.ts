import { gzipSync } from 'node:zlib'
import { sentence } from '../../../core/catalog/sentence.ts'

import { ConnectorError } from '../../ports/connector.ts'
import type { VendorClient } from '../vendor-api/vendor-client.ts'
import { VendorError } from '../vendor-api/vendor-error.ts'
import type { UsageEvent } from './usage-event.ts'

/** The most that Metronome takes at once. */
export const LARGEST_BATCH = 100

export interface NumberedEvent {
  /** From 1, in the order of the source. */
  readonly row: number
  readonly event: UsageEvent
}

/**
 * Sends a batch. Metronome refuses a batch as a whole, so one that is refused is halved until the row is found.
 * Sending twice is harmless: it knows the transaction ids. @throws ConnectorError that names the row
 */
export async function sendEvents(client: VendorClient, events: readonly NumberedEvent[]): Promise<void> {
  try {
    await client.call({
      method: 'POST',
      path: '/v1/ingest',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync(JSON.stringify(events.map(({ event }) => event)))),
      isRepeatable: true,
      read: () => undefined,
    })
  } catch (error) {
    if (!(error instanceof VendorError && error.status === 400)) throw error
    const [only] = events
    if (events.length <= 1 || !only) throw refused(only?.row ?? 0, error)
    const middle = events.length >> 1
    await sendEvents(client, events.slice(0, middle))
    await sendEvents(client, events.slice(middle))
    // Whole it was refused, halved it was not: then nothing is wrong with any row.
  }
}

const refused = (row: number, error: VendorError) =>
  new ConnectorError(
    {
      code: 'ROW_REFUSED',
      message: sentence`Row ${row}: ${error.problem.message}`,
      hint: sentence`Rows before it have arrived and are not counted twice when the flow runs again. Fix the row or filter it out, and run again.`,
      retryable: false,
    },
    { cause: error },
  )
