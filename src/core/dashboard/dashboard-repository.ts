import type { Result } from '../result.ts'
import type { Dashboard, DashboardPeriod } from './dashboard.ts'

/** What an organization sees of itself. */
export interface DashboardRepository {
  /** Without a period the server chooses one. */
  fetch(organizationId: string, period?: DashboardPeriod): Promise<Result<Dashboard>>
}
