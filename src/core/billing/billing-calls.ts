import { forOrganization } from '../organizations/for-organization.ts'
import type { BillingDeps } from './deps.ts'
import { makeOpenCustomerPortal, makeStartCheckout } from './payment-pages.ts'

const ask = forOrganization<BillingDeps>()

export const BILLING_CALLS = {
  fetchBillingStatus: ask(({ billing }, organizationId) => billing.status(organizationId), 'billing-status'),
  listPlans: ask(({ billing }, organizationId) => billing.plans(organizationId)),
  startCheckout: makeStartCheckout,
  openCustomerPortal: makeOpenCustomerPortal,
}
