import { z } from 'zod/mini'

import { sentence } from '../../../core/catalog/sentence.ts'
import type { Connector, Entity } from '../../ports/connector.ts'
import { type Clock, systemClock } from '../vendor-api/clock.ts'
import { tryStages } from '../vendor-api/try-stages.ts'
import { jsonAs } from '../vendor-api/vendor-call.ts'
import { EVENTS } from './event-mapping.ts'
import { makeMetronomeClient } from './metronome-client.ts'
import { MetronomeDestination } from './metronome-destination.ts'
import { EVENT_FIELDS } from './usage-event.ts'

const customers = z.object({ data: z.array(z.unknown()) })

/** The only target. */
const EVENTS_ENTITY: Entity = {
  name: EVENTS,
  kind: 'dataset',
  columns: EVENT_FIELDS.map((name) => ({
    name,
    type: name === 'timestamp' ? 'RFC 3339' : 'string',
    nullable: name === 'transaction_id' || name === 'event_type',
  })),
}

/** @param clock for tests */
export const makeMetronomeConnector = (clock: Clock): Connector => ({
  type: 'metronome',

  /** Reading a customer proves the key; only sending would show the permission to send events. */
  test: (endpoint, _capability, context) =>
    tryStages(['sign-in'], 'Metronome', context.signal, async (stage, signal) => {
      await stage('sign-in', async () => {
        await makeMetronomeClient(endpoint, context, signal, clock).call({
          method: 'GET',
          path: '/v1/customers',
          query: [['limit', '1']],
          read: jsonAs(customers),
        })
        return { detail: sentence`the key is accepted` }
      })
    }),

  async discover() {
    return [EVENTS_ENTITY]
  },

  async openDestination(endpoint, context) {
    return new MetronomeDestination(makeMetronomeClient(endpoint, context, context.signal, clock), clock)
  },
})

export const metronomeConnector = makeMetronomeConnector(systemClock)
