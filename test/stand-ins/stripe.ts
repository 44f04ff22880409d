import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StripeStandIn {
  readonly baseUrl: string
  /** Form bodies of the calls that were taken, by path. */
  readonly calls: {
    readonly path: string
    readonly form: Record<string, string>
    readonly idempotencyKey: string | undefined
  }[]
  /** What a subscription is at the moment that somebody asks. */
  readonly subscriptions: Map<string, object>
  stop(): Promise<void>
}

const KEY = 'sk_test_standin'

/** The few calls of Stripe's API that we make, with its refusals: wrong key, unknown price, customer or subscription. */
export async function startStripe(): Promise<StripeStandIn> {
  const calls: StripeStandIn['calls'] = []
  const subscriptions = new Map<string, object>()

  const answer = (method: string, url: URL, form: Record<string, string>): [number, object] => {
    const missing = (param: string) => refusal(400, 'resource_missing', `No such ${param}`, param)
    switch (`${method} ${url.pathname}`) {
      case 'GET /v1/prices': {
        const key = url.searchParams.get('lookup_keys[0]')
        const data = key === 'team' || key === 'business' ? [{ id: `price_${key}`, object: 'price' }] : []
        return [200, { object: 'list', data, has_more: false, url: '/v1/prices' }]
      }
      case 'POST /v1/checkout/sessions':
        if (!form['line_items[0][price]']?.startsWith('price_')) return missing('line_items[0][price]')
        return [200, { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.stripe.test/cs_1' }]
      case 'POST /v1/billing_portal/sessions':
        if (!form['customer']?.startsWith('cus_')) return missing('customer')
        return [200, { id: 'bps_1', object: 'billing_portal.session', url: 'https://billing.stripe.test/bps_1' }]
      default: {
        const id = /^\/v1\/subscriptions\/(\w+)$/.exec(url.pathname)?.[1]
        const subscription = id && subscriptions.get(id)
        return subscription ? [200, subscription] : missing('subscription')
      }
    }
  }

  const server = createServer((request, response) => {
    readForm(request).then(
      (form) => {
        const url = new URL(request.url ?? '', 'http://stripe.test')
        const isKnown = request.headers.authorization === `Bearer ${KEY}`
        const [status, body] = isKnown
          ? answer(request.method ?? '', url, form)
          : refusal(401, 'api_key_invalid', 'Invalid API Key', '')
        if (status === 200) {
          calls.push({ path: url.pathname, form, idempotencyKey: request.headers['idempotency-key']?.toString() })
        }
        response
          .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
          .end(JSON.stringify(body))
      },
      () => response.destroy(),
    )
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    subscriptions,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const refusal = (status: number, code: string, message: string, param: string): [number, object] => [
  status,
  { error: { type: 'invalid_request_error', code, message, param } },
]

async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return Object.fromEntries(new URLSearchParams(text))
}
