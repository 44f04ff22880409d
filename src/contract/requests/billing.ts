import { z } from 'zod/mini'

import type { RouteRequest } from '../route.ts'

export const BILLING_REQUESTS = {
  getBillingStatus: { summary: 'The organization’s plan and what it has used' },
  createCheckoutSession: {
    summary: 'Where to pay for a plan',
    request: z.strictObject({ plan_id: z.string().check(z.minLength(1, 'plan_id is required'), z.maxLength(100)) }),
  },
  createCustomerPortalSession: { summary: 'Where to change cards and see invoices' },
  listPlans: { summary: 'The plans on offer, cheapest first' },
  receiveBillingWebhook: { summary: 'Where the payment provider reports' },
} satisfies Record<string, RouteRequest>
