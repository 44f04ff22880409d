import { BILLING_ROUTES } from '../../contract/billing.ts'
import type { BillingStatus, Plan, Redirect } from '../../core/billing/billing.ts'
import type { BillingRepository } from '../../core/billing/billing-repository.ts'
import { map, ok, type Result } from '../../core/result.ts'
import { type HttpClient, known } from './http-client.ts'

export class HttpBillingRepository implements BillingRepository {
  readonly #http: HttpClient
  readonly #configured: readonly Plan[]

  /** @param configured the plans if the API has no list of plans: the specification has none (spec §9) */
  constructor(http: HttpClient, configured: readonly Plan[]) {
    this.#http = http
    this.#configured = configured
  }

  async status(orgId: string): Promise<Result<BillingStatus>> {
    const answer = await this.#http.callAsReturned(BILLING_ROUTES.getBillingStatus, { params: { orgId } })
    return map(answer, (returned) => {
      const account = known(BILLING_ROUTES.getBillingStatus, returned) ?? {}
      return Object.keys(account).length > 0 ? { ...returned, account } : returned
    })
  }

  checkout(orgId: string, planId: string): Promise<Result<Redirect>> {
    return this.#http.call(BILLING_ROUTES.createCheckoutSession, { params: { orgId }, body: { plan_id: planId } })
  }

  customerPortal(orgId: string): Promise<Result<Redirect>> {
    return this.#http.call(BILLING_ROUTES.createCustomerPortalSession, { params: { orgId } })
  }

  async plans(orgId: string): Promise<Result<readonly Plan[]>> {
    const listed = await this.#http.call(BILLING_ROUTES.listPlans, { params: { orgId } })
    return !listed.ok && listed.failure.kind === 'not-offered' ? ok(this.#configured) : listed
  }
}
