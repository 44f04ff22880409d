import { sentence } from '../../../core/catalog/sentence.ts'
import type { ConnectorContext, Endpoint } from '../../ports/connector.ts'
import { VENDORS } from '../../ports/vendors.ts'
import type { Clock } from '../vendor-api/clock.ts'
import { jsonIn } from '../vendor-api/vendor-call.ts'
import { makeVendorClient, type VendorClient } from '../vendor-api/vendor-client.ts'

/** A client that authenticates with an API key. */
export function makeMetronomeClient(
  { credentials }: Endpoint,
  { vendors }: ConnectorContext,
  signal: AbortSignal,
  clock: Clock,
): VendorClient {
  const key = String(credentials['api_key'] ?? '')
  return makeVendorClient({
    vendor: 'Metronome',
    address: vendors.addresses.metronome ?? VENDORS.metronome.address,
    signal,
    clock,
    secrets: [key],
    authorize: () => ({ authorization: `Bearer ${key}` }),
    explain: (answer) => {
      if (answer.status === 401) return { field: 'api_key' }
      const { message } = (jsonIn(answer) ?? {}) as { message?: unknown }
      return typeof message === 'string' && message !== '' ? { message: sentence`Metronome says: ${message}` } : {}
    },
  })
}
