import { BILLING_ROUTES } from '../../../contract/billing.ts'
import type { Plan } from '../../../core/billing/billing.ts'
import type { BillingRepository } from '../../../core/billing/billing-repository.ts'
import { map, ok } from '../../../core/result.ts'
import { type HttpClient, known } from '../http-client.ts'

/** @param configured the plans if the API has no list of plans: the specification has none (spec §9) */
export const httpBillingRepository = (http: HttpClient, configured: readonly Plan[]): BillingRepository => ({
  async status(orgId) {
    const answer = await http.callAsReturned(BILLING_ROUTES.getBillingStatus, { params: { orgId } })
    return map(answer, (returned) => {
      const account = known(BILLING_ROUTES.getBillingStatus, returned) ?? {}
      return Object.keys(account).length > 0 ? { ...returned, account } : returned
    })
  },

  checkout: (orgId, planId) =>
    http.call(BILLING_ROUTES.createCheckoutSession, { params: { orgId }, body: { plan_id: planId } }),

  customerPortal: (orgId) => http.call(BILLING_ROUTES.createCustomerPortalSession, { params: { orgId } }),

  async plans(orgId) {
    const listed = await http.call(BILLING_ROUTES.listPlans, { params: { orgId } })
    return !listed.ok && listed.failure.kind === 'not-offered' ? ok(configured) : listed
  },
})
