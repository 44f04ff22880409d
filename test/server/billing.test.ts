import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type StripeStandIn, startStripe } from '../stand-ins/stripe.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('billing without a payment provider', () => {
  let api: Api
  let base: string

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    base = `/v1/organizations/${await api.organizationOf('ada')}`
  })
  afterAll(() => api.stop())

  const status = async () => (await api.call('ada', 'GET', `${base}/billing/status`)).body

  it('begins on the free plan, with what was used this month', async () => {
    expect(await status()).toMatchObject({
      provider: 'sandbox',
      plan: { id: 'free' },
      status: null,
      has_customer: false,
      usage: { rows_written: 0, runs: 0, members: 1 },
    })
    expect((await api.call('ada', 'POST', `${base}/billing/customer-portal-session`)).body.code).toBe('NO_CUSTOMER')
  })

  it('subscribes and cancels on pages that say that nothing is charged', async () => {
    const checkout = await api.call('ada', 'POST', `${base}/billing/checkout-session`, { plan_id: 'team' })
    const { pathname, search } = new URL(checkout.body.url)
    const page = await api.fetch('nobody', pathname + search)
    expect(await page.text()).toContain('Nothing is charged')
    const german = await api.fetch('nobody', pathname + search, { headers: { 'accept-language': 'de-CH,de;q=0.9,en' } })
    expect(await german.text()).toContain('Es wird nichts berechnet')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")

    const paid = await api.fetch('nobody', pathname + search, { method: 'POST' })
    expect([paid.status, paid.headers.get('location')]).toEqual([303, 'http://api.test/billing?checkout=success'])
    expect(await status()).toMatchObject({ plan: { id: 'team' }, status: 'active', has_customer: true })

    // A page’s address opens no other page.
    const elsewhere = await api.fetch('nobody', `/sandbox/portal${search}`, { method: 'POST' })
    expect(elsewhere.status).toBe(400)
    expect(await status()).toMatchObject({ plan: { id: 'team' } })

    const portal = await api.call('ada', 'POST', `${base}/billing/customer-portal-session`)
    const manage = new URL(portal.body.url)
    await api.fetch('nobody', manage.pathname + manage.search, { method: 'POST' })
    expect(await status()).toMatchObject({ plan: { id: 'free' }, status: 'canceled' })
  })

  it.each(['', 'x.y', 'eyJvcmdhbml6YXRpb25JZCI6IngifQ.AAAA'])(
    'takes no page address that it did not sign (%#)',
    async (ticket) => {
      expect((await api.fetch('nobody', `/sandbox/checkout?ticket=${ticket}`, { method: 'POST' })).status).toBe(400)
    },
  )

  it.each(['free', 'gold', ''])('refuses a checkout of the plan "%s"', async (plan) => {
    expect((await api.call('ada', 'POST', `${base}/billing/checkout-session`, { plan_id: plan })).status).toBe(422)
  })
})

describe('billing through Stripe', () => {
  const SECRET = 'whsec_test'
  let api: Api
  let stripe: StripeStandIn
  let organization: string
  let base: string
  const signer = new Stripe('sk_test_unused')

  beforeAll(async () => {
    stripe = await startStripe()
    const environment = {
      STRIPE_SECRET_KEY: 'sk_test_standin',
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_BASE_URL: stripe.baseUrl,
    }
    api = await startApi({ takesRuns: false, environment })
  })
  afterAll(async () => {
    await api.stop()
    await stripe.stop()
  })
  beforeEach(async () => {
    organization = await api.organizationOf('ada')
    base = `/v1/organizations/${organization}`
    stripe.calls.length = 0
  })

  const subscribe = (change: object = {}) =>
    stripe.subscriptions.set('sub_1', {
      id: 'sub_1',
      object: 'subscription',
      status: 'active',
      customer: 'cus_1',
      cancel_at_period_end: false,
      metadata: { organization_id: organization, plan_id: 'team' },
      items: { object: 'list', data: [{ id: 'si_1', current_period_end: 1_900_000_000 }] },
      ...change,
    })
  const event = (id: string, type = 'customer.subscription.updated') =>
    JSON.stringify({
      id,
      object: 'event',
      type,
      data: { object: { id: 'sub_1', object: 'subscription', status: 'incomplete' } },
    })
  const report = (payload: string, signature = signer.webhooks.generateTestHeaderString({ payload, secret: SECRET })) =>
    api.call(null, 'POST', '/v1/billing/webhook', payload, { 'stripe-signature': signature })
  const status = async () => (await api.call('ada', 'GET', `${base}/billing/status`)).body

  it('opens Stripe’s checkout for the organization, the same one for a double click', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => api.call('ada', 'POST', `${base}/billing/checkout-session`, { plan_id: 'team' })),
    )
    expect(answers[0]).toMatchObject({ status: 200, body: { url: 'https://checkout.stripe.test/cs_1' } })
    const sessions = stripe.calls.filter(({ path }) => path === '/v1/checkout/sessions')
    expect(sessions[0]?.form).toMatchObject({
      mode: 'subscription',
      client_reference_id: organization,
      'line_items[0][price]': 'price_team',
      'subscription_data[metadata][organization_id]': organization,
      success_url: 'http://api.test/billing?checkout=success',
    })
    expect(new Set(sessions.map(({ idempotencyKey }) => idempotencyKey?.replace(/:\d+$/, ''))).size).toBe(1)
  })

  it('believes the subscription, not the order of the reports, and each report once', async () => {
    subscribe()
    expect((await report(event('evt_1'))).status).toBe(200)
    expect(await status()).toMatchObject({
      provider: 'stripe',
      plan: { id: 'team' },
      status: 'active',
      current_period_end: '2030-03-17T17:46:40.000Z',
    })

    subscribe({ status: 'canceled' })
    expect((await report(event('evt_1'))).status).toBe(200)
    expect(await status()).toMatchObject({ plan: { id: 'team' } })
    expect((await report(event('evt_2', 'customer.subscription.deleted'))).status).toBe(200)
    expect(await status()).toMatchObject({ plan: { id: 'free' }, status: 'canceled' })
    expect((await api.call('ada', 'POST', `${base}/billing/customer-portal-session`)).body.url).toBe(
      'https://billing.stripe.test/bps_1',
    )
  })

  it.each([
    ['no signature', (payload: string) => report(payload, '')],
    [
      'another secret',
      (payload: string) =>
        report(payload, signer.webhooks.generateTestHeaderString({ payload, secret: 'whsec_other' })),
    ],
    [
      'an old signature',
      (payload: string) =>
        report(
          payload,
          signer.webhooks.generateTestHeaderString({
            payload,
            secret: SECRET,
            timestamp: Math.floor(Date.now() / 1_000) - 600,
          }),
        ),
    ],
    [
      'a body that was written again',
      (payload: string) => report(`${payload} `, signer.webhooks.generateTestHeaderString({ payload, secret: SECRET })),
    ],
  ])('refuses a report with %s', async (_, send) => {
    subscribe()
    expect((await send(event(`evt_${_}`))).status).toBe(400)
    expect(await status()).toMatchObject({ plan: { id: 'free' } })
  })

  it('takes reports that mean nothing here, without effect', async () => {
    expect((await report(event('evt_other', 'invoice.paid'))).status).toBe(200)
    subscribe({ metadata: { organization_id: crypto.randomUUID(), plan_id: 'business' } })
    expect((await report(event('evt_foreign'))).status).toBe(200)
    expect(await status()).toMatchObject({ plan: { id: 'free' } })
  })
})
