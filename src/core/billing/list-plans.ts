import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { Plan } from './billing.ts'
import type { BillingDeps } from './fetch-billing-status.ts'

export type ListPlans = () => Promise<Result<readonly Plan[]>>

export const makeListPlans =
  ({ organization, billing }: BillingDeps): ListPlans =>
  () =>
    inOrganization(organization, (organizationId) => billing.plans(organizationId))
