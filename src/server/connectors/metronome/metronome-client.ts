import type { ConnectorContext, Endpoint } from '../connector.ts'
import type { Clock } from '../http/clock.ts'
import { jsonIn } from '../http/vendor-call.ts'
import { makeVendorClient, type VendorClient } from '../http/vendor-client.ts'
import { VENDORS } from '../vendors.ts'

/** A client that Metronome knows by an API key. */
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
      return typeof message === 'string' && message !== '' ? { message: `Metronome says: ${message}` } : {}
    },
  })
}
