import { request as httpRequest } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Listener, listen } from '../../src/server/main/listen.ts'
import { type Api, startApi } from '../support/start-api.ts'

const PROXY = '10.20.30.40'

describe('limits', () => {
  let api: Api
  let base: string

  beforeAll(async () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
    api = await startApi({ takesRuns: false, environment: { TRUSTED_PROXIES: PROXY, ...stripe } })
    base = `/v1/organizations/${await api.organizationOf('ada')}`
  })
  afterAll(() => api.stop())

  /** Calls one after the other until one is too many: after as many as are allowed, and those that come back meanwhile. */
  async function allows(calls: number, seconds: number, call: (number: number) => Promise<Response>): Promise<void> {
    const began = Date.now()
    for (let number = 0; number < 2 * calls; number++) {
      const response = await call(number)
      const body = await response.text()
      if (response.status !== 429) continue
      expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      expect(JSON.parse(body)).toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        message: expect.stringMatching(/again in \d+ s/),
      })
      expect(number).toBeGreaterThanOrEqual(calls)
      expect(number).toBeLessThanOrEqual(calls + Math.ceil(((Date.now() - began) / 1_000) * (calls / seconds)))
      return
    }
    throw new Error(`nothing was refused in ${2 * calls} calls`)
  }
  const badToken = { headers: { authorization: 'Bearer garbage' } }

  it('60 refused sign-ins a minute from one address, and nobody elsewhere or with a good token is hurt', async () => {
    const guess = () => api.fetch(null, '/v1/organizations', badToken, '203.0.113.1')
    await allows(60, 60, guess)
    expect((await api.fetch(null, '/v1/organizations', badToken, '203.0.113.2')).status).toBe(401)
    expect((await api.fetch('ada', '/v1/organizations', {}, '203.0.113.1')).status).toBe(200)
  })

  it('one network of IPv6 is one address', async () => {
    const guess = (number: number) =>
      api.fetch(null, '/v1/organizations', badToken, `2001:db8:1:2::${number.toString(16)}`)
    await allows(60, 60, guess)
  })

  it('a made-up X-Forwarded-For makes nobody another', async () => {
    const guess = (number: number) =>
      api.fetch(
        null,
        '/v1/organizations',
        { headers: { ...badToken.headers, 'x-forwarded-for': `198.51.100.${number}` } },
        '203.0.113.3',
      )
    await allows(60, 60, guess)
  })

  it('behind a trusted proxy each caller counts alone', async () => {
    const from = (address: string) =>
      api.fetch(
        null,
        '/v1/organizations',
        { headers: { ...badToken.headers, 'x-forwarded-for': `192.0.2.1, ${address}` } },
        PROXY,
      )
    await allows(60, 60, () => from('198.51.100.77'))
    expect((await from('198.51.100.78')).status).toBe(401)
  })

  it.each<[string, number, number, (number: number) => Promise<Response>]>([
    [
      '10 looks at invitation links a minute from one address',
      10,
      60,
      (number) => api.fetch(null, `/v1/invitations/preview?token=guess-${number}`, {}, '203.0.113.5'),
    ],
    [
      '10 tries to accept one',
      10,
      60,
      (number) => api.fetch('ada', '/v1/invitations/accept', json({ token: `guess-${number}` }), '203.0.113.5'),
    ],
    [
      '30 returns from Google',
      30,
      60,
      (number) => api.fetch(null, `/v1/integrations/google/auth/callback?state=${number}`, {}, '203.0.113.5'),
    ],
    [
      '30 connection tests a minute of one organization, by whomever',
      30,
      60,
      () => api.fetch('ada', `${base}/connections/test`, json({ type: 'postgres', config: {}, credentials: {} })),
    ],
    [
      '50 invitations an hour of one organization',
      50,
      3_600,
      (number) => api.fetch('ada', `${base}/invitations`, json({ email: `p${number}@example.com`, roles: ['viewer'] })),
    ],
  ])('%s', async (_, calls, seconds, call) => {
    await allows(calls, seconds, call)
  })

  it('30 connection tests a minute of one person, in however many organizations, at however many processes', async () => {
    const bases = await Promise.all(
      Array.from({ length: 4 }, async (_, n) => `/v1/organizations/${await api.organizationOf('mia', `Mia ${n}`)}`),
    )
    const second = await startApi({ takesRuns: false, beside: api })
    const test = json({ type: 'postgres', config: {}, credentials: {} })
    await allows(30, 60, (number) =>
      (number % 2 ? api : second).fetch('mia', `${bases[number % 4]}/connections/test`, test),
    )
    await second.stop()
    const other = `/v1/organizations/${await api.organizationOf('noa')}`
    expect((await api.fetch('noa', `${other}/connections/test`, test)).status).not.toBe(429)
  })

  it('what one busy person does goes through, a flood does not', async () => {
    const answers = await Promise.all(Array.from({ length: 1_300 }, () => api.fetch('flooder', '/v1/organizations')))
    const refused = answers.filter(({ status }) => status === 429).length
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThanOrEqual(100)
  })

  it('a flood at organizations that are not one’s own reaches no database', async () => {
    const answers = await Promise.all(Array.from({ length: 1_300 }, () => api.fetch('stranger', `${base}/members`)))
    const refused = answers.filter(({ status }) => status === 429).length
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThanOrEqual(100)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]))
  })

  it('a payment report is at most 1 MB', async () => {
    const body = 'x'.repeat(1_048_577)
    expect((await api.fetch(null, '/v1/billing/webhook', { method: 'POST', body })).status).toBe(413)
  })

  describe('on the wire', () => {
    let door: Listener

    beforeAll(async () => {
      const listener = getRequestListener((request) => api.fetch(null, new URL(request.url).pathname))
      door = await listen('127.0.0.1', 0, listener)
    })
    afterAll(() => door.close())

    it('headers are at most 16 KB', async () => {
      const status = new Promise<number | undefined>((resolve, reject) => {
        const request = httpRequest(`${door.url}/healthz`, { headers: { 'x-long': 'x'.repeat(17_000) } })
        request.on('response', (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        request.on('error', reject).end()
      })
      expect(await status).toBe(431)
    })

    it('an idle connection stays open for longer than load balancers keep theirs', async () => {
      const { headers } = await fetch(`${door.url}/healthz`)
      expect(headers.get('keep-alive')).toBe('timeout=620')
    })
  })
})

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
