import { expect, test } from '@playwright/test'
import { Stripe } from 'stripe'

import { type StripeStandIn, startStripe } from '../test/stand-ins/stripe.ts'
import { Person } from './support/person.ts'
import { launchMillrace, type RunningMillrace } from './support/start-millrace.ts'

test('a plan is chosen in the sandbox, which says that it is one', async ({ page }) => {
  const owner = new Person(page)
  await owner.settlesIn()

  await owner.navigates('/billing')
  await expect(page.getByText('nothing is charged')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Manage' })).toHaveAttribute('aria-description', 'Choose a plan first')
  await owner.presses('Choose Team')
  await expect(page.getByText('Sandbox: this server has no payment provider')).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: /Free plan/ })).toBeVisible()
  await owner.presses('Choose Team')
  await owner.presses('Pay with the sandbox')

  await expect(page.getByText('Thank you')).toBeVisible()
  await expect(page.getByRole('heading', { name: /Team plan/ })).toBeVisible()
  await owner.presses('Manage')
  await owner.presses('Cancel subscription')
  await expect(page.getByRole('heading', { name: /Free plan/ })).toBeVisible()

  await owner.opens('/organization-settings/billing')
  await expect(page.getByRole('tab', { name: 'Billing' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText(/included rows since/)).toBeVisible()
})

test.describe('with Stripe', () => {
  const SECRET = 'whsec_test'
  let stripe: StripeStandIn
  let millrace: RunningMillrace

  test.beforeAll(async () => {
    stripe = await startStripe()
    millrace = await launchMillrace({
      STRIPE_SECRET_KEY: 'sk_test_standin',
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_BASE_URL: stripe.baseUrl,
    })
  })
  test.afterAll(async () => {
    await millrace.stop()
    await stripe.stop()
  })

  test('a plan is paid on Stripe’s pages, holds once Stripe reports it, and is managed in its portal', async ({
    page,
    context,
    request,
  }) => {
    const owner = new Person(page, 'en', millrace.origin)
    await context.route('https://*.stripe.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Stripe’s own page</h1>' }),
    )
    await owner.settlesIn()

    await owner.navigates('/billing')
    await expect(page.getByRole('heading', { name: /Free plan/ })).toBeVisible()
    await expect(page.getByText('Sandbox')).toHaveCount(0)
    await owner.presses('Choose Team')
    await expect(page).toHaveURL('https://checkout.stripe.test/cs_1')

    const asked = stripe.calls.find(({ path }) => path === '/v1/checkout/sessions')?.form ?? {}
    stripe.subscriptions.set('sub_1', {
      id: 'sub_1',
      object: 'subscription',
      status: 'active',
      customer: 'cus_1',
      cancel_at_period_end: false,
      metadata: { organization_id: asked['client_reference_id'], plan_id: 'team' },
      items: { object: 'list', data: [{ id: 'si_1', current_period_end: 1_900_000_000 }] },
    })
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'customer.subscription.created',
      data: { object: { id: 'sub_1', object: 'subscription' } },
    })
    const signature = new Stripe('sk_test_unused').webhooks.generateTestHeaderString({ payload, secret: SECRET })
    const report = await request.post(`${millrace.origin}/v1/billing/webhook`, {
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      data: payload,
    })
    expect(report.ok()).toBe(true)

    await page.goto(asked['success_url'] ?? '')
    await expect(page.getByText('Thank you')).toBeVisible()
    await expect(page.getByRole('heading', { name: /Team plan/ })).toBeVisible()
    await expect(page.getByText('Renews on March 17, 2030.')).toBeVisible()
    await owner.presses('Manage')
    await expect(page).toHaveURL('https://billing.stripe.test/bps_1')

    await owner.opens('/billing?checkout=cancelled')
    await expect(page.getByText('Nothing was bought')).toBeVisible()
  })
})
