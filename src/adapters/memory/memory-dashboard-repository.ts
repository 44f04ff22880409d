import type { Dashboard, DashboardRepository } from '../../core/dashboard/dashboard-repository.ts'
import type { Result } from '../../core/result.ts'
import { MemoryAnswers } from './memory-answers.ts'

export class MemoryDashboardRepository extends MemoryAnswers implements DashboardRepository {
  dashboard: Dashboard = {}

  async fetch(): Promise<Result<Dashboard>> {
    return this.answer(() => this.dashboard)
  }
}
