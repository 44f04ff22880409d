import type { Result } from '../result.ts'
import type { BillingStatus, Plan, Redirect } from './billing.ts'

/** An organization's plan and payments. Plans may be `not-offered`. */
export interface BillingRepository {
  status(organizationId: string): Promise<Result<BillingStatus>>
  checkout(organizationId: string, planId: string): Promise<Result<Redirect>>
  customerPortal(organizationId: string): Promise<Result<Redirect>>
  plans(organizationId: string): Promise<Result<readonly Plan[]>>
}
