import { gunzipSync } from 'node:zlib'

import { startVendorServer, type VendorReply, type VendorRequest, type VendorServer } from './vendor-server.ts'

export interface MetronomeStandIn extends Pick<VendorServer, 'address' | 'requests' | 'fail' | 'stop'> {
  readonly apiKey: string
  /** What is counted: one event for each transaction id. */
  readonly events: ReadonlyMap<string, Record<string, unknown>>
  /** How often an event came that was known already. */
  readonly repeats: { count: number }
}

const DAY_MS = 86_400_000
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Metronome's ingest, search and customers calls: batches are refused as a whole, transaction ids are counted once. */
export async function startMetronome(now: () => number = Date.now): Promise<MetronomeStandIn> {
  const apiKey = 'metronome-key'
  const events = new Map<string, Record<string, unknown>>()
  const repeats = { count: 0 }

  function ingest(request: VendorRequest): VendorReply {
    const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(request.body) : request.body
    const batch = JSON.parse(bytes.toString()) as unknown
    if (!Array.isArray(batch) || batch.length < 1 || batch.length > 100)
      return { status: 400, body: { message: '/ must NOT have more than 100 items' } }
    const refused = batch.map((event, at) => problemOf(event as Record<string, unknown>, at, now())).find(Boolean)
    if (refused) return { status: 400, body: { message: refused } }
    for (const event of batch as Record<string, string>[]) {
      const id = event['transaction_id'] ?? ''
      if (events.has(id)) repeats.count++
      else events.set(id, event)
    }
    return { status: 200 }
  }

  /** As the reference says: an array of the events that are known, in no order. */
  function search({ body }: VendorRequest): VendorReply {
    const { transactionIds: ids } = JSON.parse(body.toString()) as { transactionIds?: unknown }
    if (!Array.isArray(ids) || ids.length < 1 || ids.length > 100)
      return { status: 400, body: { message: '/transactionIds must NOT have more than 100 items' } }
    const found = (ids as string[]).map((id) => events.get(id)).filter((event) => event !== undefined)
    return { status: 200, body: found.map((event, at) => ({ id: `event-${at}`, ...event, is_duplicate: false })) }
  }

  const server = await startVendorServer((request) => {
    if (request.headers.authorization !== `Bearer ${apiKey}`) return { status: 401, body: { message: 'Unauthorized' } }
    if (request.method === 'POST' && request.path === '/v1/ingest') return ingest(request)
    if (request.method === 'POST' && request.path === '/v1/events/search') return search(request)
    if (request.method === 'GET' && request.path === '/v1/customers')
      return { status: 200, body: { data: [], next_page: null } }
    return { status: 404, body: { message: 'Not found' } }
  })
  return { ...server, apiKey, events, repeats }
}

function problemOf(event: Record<string, unknown>, at: number, now: number): string | undefined {
  const { transaction_id: id, customer_id: customer, event_type: type, timestamp, properties, ...rest } = event
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) return `/${at} must NOT have additional properties: ${unknown}`
  if (typeof id !== 'string' || id.length < 1 || id.length > 128)
    return `/${at}/transaction_id must NOT have more than 128 characters`
  if (typeof customer !== 'string' || customer === '') return `/${at}/customer_id must NOT have fewer than 1 characters`
  if (typeof type !== 'string' || type === '') return `/${at}/event_type must NOT have fewer than 1 characters`
  if (typeof timestamp !== 'string' || !RFC_3339.test(timestamp))
    return `/${at}/timestamp must match format "date-time"`
  const age = now - Date.parse(timestamp)
  if (age > 34 * DAY_MS || age < -DAY_MS) return `/${at}/timestamp is out of range`
  if (properties !== undefined && (typeof properties !== 'object' || properties === null))
    return `/${at}/properties must be object`
  return undefined
}
