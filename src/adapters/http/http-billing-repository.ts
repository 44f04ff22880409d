import { ROUTES } from '../../contract/routes.ts'
import type { BillingStatus, Plan, Redirect } from '../../core/billing/billing.ts'
import type { BillingRepository } from '../../core/billing/billing-repository.ts'
import type { Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'

export class HttpBillingRepository implements BillingRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  status(orgId: string): Promise<Result<BillingStatus>> {
    return this.#http.callAsReturned(ROUTES.getBillingStatus, { params: { orgId } })
  }

  checkout(orgId: string, planId: string): Promise<Result<Redirect>> {
    return this.#http.call(ROUTES.createCheckoutSession, { params: { orgId }, body: { plan_id: planId } })
  }

  customerPortal(orgId: string): Promise<Result<Redirect>> {
    return this.#http.call(ROUTES.createCustomerPortalSession, { params: { orgId } })
  }

  plans(orgId: string): Promise<Result<readonly Plan[]>> {
    return this.#http.call(ROUTES.listPlans, { params: { orgId } })
  }
}
