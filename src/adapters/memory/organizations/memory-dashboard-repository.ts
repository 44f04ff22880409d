import type { Dashboard, DashboardPeriod } from '../../../core/dashboard/dashboard.ts'
import type { DashboardRepository } from '../../../core/dashboard/dashboard-repository.ts'
import type { Result } from '../../../core/result.ts'
import { MemoryAnswers } from '../memory-answers.ts'

export class MemoryDashboardRepository extends MemoryAnswers implements DashboardRepository {
  dashboard: Dashboard = {}
  /** The last request. */
  period: DashboardPeriod | undefined

  async fetch(_organizationId: string, period?: DashboardPeriod): Promise<Result<Dashboard>> {
    this.period = period
    return this.answer(() => this.dashboard)
  }
}
