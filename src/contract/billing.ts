import { z } from 'zod/mini'

import { instant } from './primitives.ts'
import type { BILLING_REQUESTS } from './requests/billing.ts'
import { call, inOrganization, routes } from './route.ts'

const redirect = z.looseObject({ url: z.string() })

const plan = z.looseObject({
  id: z.string(),
  name: z.string(),
  monthly_price: z.optional(z.number()),
  included_rows: z.optional(z.number()),
  summary: z.optional(z.string()),
})

/** Other hosts may use the same names for something else (spec §3: "fields not shown"); a field that does not fit counts as absent. */
export const billingStatusResponse = z.looseObject({
  /** `sandbox` if no payment provider is configured: nothing is charged. */
  provider: z.optional(z.string()),
  plan: z.catch(z.optional(plan), undefined),
  /** The subscription's state, with the payment provider's name for it; absent without one. */
  status: z.nullish(z.string()),
  current_period_end: z.nullish(instant),
  cancel_at_period_end: z.optional(z.boolean()),
  /** Whether there is a customer with cards and invoices for the portal. */
  has_customer: z.optional(z.boolean()),
  usage: z.catch(
    z.optional(z.looseObject({ since: instant, rows_written: z.number(), runs: z.number(), members: z.number() })),
    undefined,
  ),
})

export const BILLING_ROUTES = routes<typeof BILLING_REQUESTS>()({
  getBillingStatus: inOrganization('GET', '/billing/status', 'billing.read', 200, billingStatusResponse),
  createCheckoutSession: inOrganization('POST', '/billing/checkout-session', 'billing.write', 200, redirect),
  createCustomerPortalSession: inOrganization(
    'POST',
    '/billing/customer-portal-session',
    'billing.write',
    200,
    redirect,
  ),
  listPlans: inOrganization('GET', '/plans', 'organization.read', 200, z.array(plan)),
  receiveBillingWebhook: call('POST', '/v1/billing/webhook', 'public', 200, null),
})
