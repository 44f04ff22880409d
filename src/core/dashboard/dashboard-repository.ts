import type { Result } from '../result.ts'
import type { Dashboard, DashboardPeriod } from './dashboard.ts'

/** The dashboard of an organization. */
export interface DashboardRepository {
  /** Without a period the server chooses one. */
  fetch(organizationId: string, period?: DashboardPeriod): Promise<Result<Dashboard>>
}
