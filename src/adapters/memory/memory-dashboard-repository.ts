import type { Dashboard, DashboardPeriod } from '../../core/dashboard/dashboard.ts'
import type { DashboardRepository } from '../../core/dashboard/dashboard-repository.ts'
import type { Result } from '../../core/result.ts'
import { MemoryAnswers } from './memory-answers.ts'

export class MemoryDashboardRepository extends MemoryAnswers implements DashboardRepository {
  dashboard: Dashboard = {}
  /** What was asked for last. */
  period: DashboardPeriod | undefined

  async fetch(_organizationId: string, period?: DashboardPeriod): Promise<Result<Dashboard>> {
    this.period = period
    return this.answer(() => this.dashboard)
  }
}
