import type { BillingStatusResponse, PlanResponse } from '../../contract/billing.ts'
import { BILLING_ROUTES } from '../../contract/billing.ts'
import type { BillingAccount, BillingStatus, Plan, Redirect } from '../../core/billing/billing.ts'
import type { BillingRepository } from '../../core/billing/billing-repository.ts'
import { map, ok, type Result } from '../../core/result.ts'
import { fitted } from './fitted.ts'
import type { HttpClient } from './http-client.ts'
import { withoutAbsent } from './without-absent.ts'

export class HttpBillingRepository implements BillingRepository {
  readonly #http: HttpClient
  readonly #configured: readonly Plan[]

  /** @param configured the plans if the API has no list of plans: the specification has none (spec §9) */
  constructor(http: HttpClient, configured: readonly Plan[]) {
    this.#http = http
    this.#configured = configured
  }

  async status(orgId: string): Promise<Result<BillingStatus>> {
    return map(await this.#http.callAsReturned(BILLING_ROUTES.getBillingStatus, { params: { orgId } }), (returned) => {
      const account = accountFromWire(
        (fitted(BILLING_ROUTES.getBillingStatus, returned).data ?? {}) as BillingStatusResponse,
      )
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
    if (!listed.ok && listed.failure.kind === 'not-offered') return ok(this.#configured)
    return map(listed, (rows) => rows.map(planFromWire))
  }
}

const accountFromWire = ({ provider, plan, status, usage, ...row }: BillingStatusResponse): BillingAccount =>
  withoutAbsent({
    provider,
    plan: plan && planFromWire(plan),
    status,
    currentPeriodEnd: row.current_period_end,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    hasCustomer: row.has_customer,
    usage: usage && {
      since: usage.since,
      rowsWritten: usage.rows_written,
      runs: usage.runs,
      members: usage.members,
    },
  })

const planFromWire = ({ id, name, monthly_price, included_rows, summary }: PlanResponse): Plan => ({
  id,
  name,
  ...withoutAbsent({ monthlyPrice: monthly_price, includedRows: included_rows, summary }),
})
