import { gzipSync } from 'node:zlib'
import { sentence } from '../../../core/catalog/sentence.ts'

import { ConnectorError } from '../../ports/connector.ts'
import type { VendorClient } from '../vendor-api/vendor-client.ts'
import { VendorError } from '../vendor-api/vendor-error.ts'
import type { UsageEvent } from './usage-event.ts'

/** The maximum size of one batch in Metronome. */
export const LARGEST_BATCH = 100

export interface NumberedEvent {
  /** From 1, in the order of the source. */
  readonly row: number
  readonly event: UsageEvent
}

/**
 * Sends a batch. Metronome refuses a whole batch, so a refused batch is halved until the row is found.
 * Sending twice is harmless, because Metronome recognizes the transaction ids. @throws ConnectorError that names the row
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
    // The whole batch was refused, but both halves were accepted: then no row is invalid.
  }
}

const refused = (row: number, error: VendorError) =>
  new ConnectorError(
    {
      code: 'ROW_REFUSED',
      message: sentence`Row ${row}: ${error.problem.message}`,
      hint: sentence`Rows before it have arrived and are not counted twice when the flow runs again. Fix the row or filter it out, and run again.`,
    },
    { cause: error },
  )
