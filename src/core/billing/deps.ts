import type { ActiveOrganization } from '../organizations/active-organization.ts'
import type { Site } from '../site.ts'
import type { BillingRepository } from './billing-repository.ts'

export interface BillingDeps {
  readonly organization: ActiveOrganization
  readonly billing: BillingRepository
  readonly site: Site
}
