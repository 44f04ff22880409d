import type { BillingStatus, Plan, Redirect } from '../../../core/billing/billing.ts'
import type { BillingRepository } from '../../../core/billing/billing-repository.ts'
import type { Result } from '../../../core/result.ts'
import { MemoryAnswers } from '../memory-answers.ts'

export class MemoryBillingRepository extends MemoryAnswers implements BillingRepository {
  billingStatus: BillingStatus = {}
  offered: readonly Plan[] = [{ id: 'free', name: 'Free' }]
  site = 'https://pay.example'

  async status(): Promise<Result<BillingStatus>> {
    return this.answer(() => this.billingStatus)
  }

  async checkout(_organizationId: string, planId: string): Promise<Result<Redirect>> {
    return this.answer(() => ({ url: `${this.site}/checkout/${planId}` }))
  }

  async customerPortal(): Promise<Result<Redirect>> {
    return this.answer(() => ({ url: `${this.site}/portal` }))
  }

  async plans(): Promise<Result<readonly Plan[]>> {
    return this.answer(() => this.offered)
  }
}
