import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import { type Dashboard, type DashboardPeriod, DEFAULT_PERIOD } from './dashboard.ts'
import type { DashboardRepository } from './dashboard-repository.ts'

export interface FetchDashboardDeps {
  readonly organization: ActiveOrganization
  readonly dashboards: DashboardRepository
}

export type FetchDashboard = (period?: DashboardPeriod) => Promise<Result<Dashboard>>

/** The default period goes unsaid: then the call is the specification's own. */
export const makeFetchDashboard =
  ({ organization, dashboards }: FetchDashboardDeps): FetchDashboard =>
  (period) =>
    inOrganization(
      organization,
      (organizationId) => dashboards.fetch(organizationId, period === DEFAULT_PERIOD ? undefined : period),
      'dashboard',
    )
