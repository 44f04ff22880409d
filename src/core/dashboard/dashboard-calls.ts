import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import { type DashboardPeriod, DEFAULT_PERIOD } from './dashboard.ts'
import type { DashboardRepository } from './dashboard-repository.ts'

interface DashboardDeps {
  readonly organization: ActiveOrganization
  readonly dashboards: DashboardRepository
}

const ask = forOrganization<DashboardDeps>()

export const DASHBOARD_CALLS = {
  // The default period is not sent: then the call is the specification's own.
  fetchDashboard: ask(
    ({ dashboards }, organizationId, period?: DashboardPeriod) =>
      dashboards.fetch(organizationId, period === DEFAULT_PERIOD ? undefined : period),
    'dashboard',
  ),
}
