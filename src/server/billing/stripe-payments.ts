import { Stripe } from 'stripe'
import { PLANS } from '../../core/catalog/plans.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import type { BillingReport, Checkout, StripePayments } from '../domain/billing/payment-provider.ts'
import { RequestError } from '../domain/request-error.ts'

export interface StripeOptions {
  readonly secretKey: string
  readonly webhookSecret: string
  /** By default Stripe's own; another one for a stand-in in tests. */
  readonly baseUrl?: string
}

/** The maximum age of a report, against replays (docs.stripe.com/webhooks: the library's default of five minutes). */
const TOLERANCE_SECONDS = 300

export function makeStripePayments({ secretKey, webhookSecret, baseUrl }: StripeOptions): StripePayments {
  const stripe = new Stripe(secretKey, { maxNetworkRetries: 2, timeout: 20_000, ...(baseUrl && addressOf(baseUrl)) })

  return {
    name: 'stripe',

    checkout: (wanted) => openCheckout(stripe, wanted),

    portal: async ({ customerId, returnUrl }) =>
      checked((await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })).url),

    readReport: (body, signature) => readReport(stripe, webhookSecret, body, signature),
  }
}

async function openCheckout(
  stripe: Stripe,
  { organizationId, planId, customerId, email, returnUrl }: Checkout,
): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [planId], active: true })
  const [price] = data
  if (!price)
    throw new RequestError(
      'not-configured',
      'PLAN_NOT_FOR_SALE',
      sentence`No price with the lookup key “${planId}” exists at Stripe.`,
    )
  const metadata = { organization_id: organizationId, plan_id: planId }
  // A repeated click within a minute opens the same page and not a second one.
  const minute = Math.floor(Date.now() / 60_000)
  const { url } = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: `${returnUrl}?checkout=success`,
      cancel_url: `${returnUrl}?checkout=cancelled`,
      client_reference_id: organizationId,
      metadata,
      subscription_data: { metadata },
      ...(customerId ? { customer: customerId } : email ? { customer_email: email } : {}),
    },
    { idempotencyKey: `${organizationId}:${planId}:${minute}` },
  )
  return checked(url)
}

async function readReport(
  stripe: Stripe,
  webhookSecret: string,
  body: string,
  signature: string | null,
): Promise<BillingReport> {
  let event: Stripe.Event
  try {
    event = await stripe.webhooks.constructEventAsync(body, signature ?? '', webhookSecret, TOLERANCE_SECONDS)
  } catch {
    throw new RequestError(
      'malformed',
      'SIGNATURE_INVALID',
      sentence`This report is not signed by the payment provider.`,
    )
  }
  const id = subscriptionIdOf(event)
  if (id === undefined) return { eventId: event.id }
  // Reports may arrive in any order, so we fetch the current subscription.
  const subscription = await stripe.subscriptions.retrieve(id)
  const organizationId = subscription.metadata['organization_id']
  if (organizationId === undefined) return { eventId: event.id }
  const isLive = ['active', 'trialing', 'past_due'].includes(subscription.status)
  const planId = subscription.metadata['plan_id'] ?? ''
  const ends = subscription.items.data[0]?.current_period_end
  return {
    eventId: event.id,
    subscription: {
      organization_id: organizationId,
      plan_id: isLive && PLANS.some((plan) => plan.id === planId) ? planId : 'free',
      status: subscription.status,
      customer_id: typeof subscription.customer === 'string' ? subscription.customer : subscription.customer.id,
      subscription_id: subscription.id,
      current_period_end: ends === undefined ? null : new Date(ends * 1_000),
      cancel_at_period_end: subscription.cancel_at_period_end,
    },
  }
}

function subscriptionIdOf({ type, data: { object } }: Stripe.Event): string | undefined {
  if (type.startsWith('customer.subscription.') && 'id' in object) return String(object.id)
  if (type === 'checkout.session.completed' && 'subscription' in object && typeof object.subscription === 'string') {
    return object.subscription
  }
  return undefined
}

function checked(url: string | null): string {
  if (url === null) throw new Error('Stripe opened no page')
  return url
}

function addressOf(baseUrl: string) {
  const { hostname, port, protocol } = new URL(baseUrl)
  return { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' } as const
}
