import { z } from 'zod'

import { route } from './route.ts'

const redirect = z.looseObject({ url: z.string() })

export const BILLING_ROUTES = {
  getBillingStatus: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/billing/status',
    summary: 'The organization’s plan and what it has used',
    access: 'billing.read',
    request: null,
    response: z.looseObject({}),
    status: 200,
  }),
  createCheckoutSession: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/billing/checkout-session',
    summary: 'Where to pay for a plan',
    access: 'billing.write',
    request: z.strictObject({ plan_id: z.string().min(1).max(100) }),
    response: redirect,
    status: 200,
  }),
  createCustomerPortalSession: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/billing/customer-portal-session',
    summary: 'Where to change cards and see invoices',
    access: 'billing.write',
    request: null,
    response: redirect,
    status: 200,
  }),
  listPlans: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/plans',
    summary: 'The plans on offer',
    access: 'organization.read',
    request: null,
    response: z.array(z.looseObject({ id: z.string(), name: z.string() })),
    status: 200,
  }),
  receiveBillingWebhook: route({
    method: 'POST',
    path: '/v1/billing/webhook',
    summary: 'Where the payment provider reports',
    access: 'public',
    request: null,
    response: null,
    status: 200,
  }),
}
