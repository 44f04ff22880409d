import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { Dashboard, DashboardRepository } from './dashboard-repository.ts'

export interface FetchDashboardDeps {
  readonly organization: ActiveOrganization
  readonly dashboards: DashboardRepository
}

export type FetchDashboard = () => Promise<Result<Dashboard>>

export const makeFetchDashboard =
  ({ organization, dashboards }: FetchDashboardDeps): FetchDashboard =>
  () =>
    inOrganization(organization, (organizationId) => dashboards.fetch(organizationId), 'dashboard')
