import { DEFAULT_RUN_LIMITS } from '../../../core/catalog/runs/run-limits.ts'
import type { Result } from '../../../core/result.ts'
import type { OwnRunLimits, RunLimitsOverview, RunLimitsRepository } from '../../../core/runs/run-limits-repository.ts'
import { MemoryAnswers } from '../memory-answers.ts'

/** The same for every organization. */
export class MemoryRunLimitsRepository extends MemoryAnswers implements RunLimitsRepository {
  overview: RunLimitsOverview = {
    own: {},
    allowed: DEFAULT_RUN_LIMITS,
    present: { active: 0, waiting: 0 },
    shared: true,
  }

  async get(): Promise<Result<RunLimitsOverview>> {
    return this.answer(() => this.overview)
  }

  async change(_organizationId: string, own: OwnRunLimits): Promise<Result<RunLimitsOverview>> {
    this.overview = { ...this.overview, own }
    return this.get()
  }
}
