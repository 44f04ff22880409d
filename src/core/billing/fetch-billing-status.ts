import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { BillingStatus } from './billing.ts'
import type { BillingRepository } from './billing-repository.ts'

export interface BillingDeps {
  readonly organization: ActiveOrganization
  readonly billing: BillingRepository
}

export type FetchBillingStatus = () => Promise<Result<BillingStatus>>

export const makeFetchBillingStatus =
  ({ organization, billing }: BillingDeps): FetchBillingStatus =>
  () =>
    inOrganization(organization, (organizationId) => billing.status(organizationId), 'billing-status')
