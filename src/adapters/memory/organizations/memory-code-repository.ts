import type { CodeFile, CodePlan, CodeRequest, FlowProposal, TriedFlows } from '../../../core/code/code-plan.ts'
import type { CodeRepository } from '../../../core/code/code-repository.ts'
import type { Result } from '../../../core/result.ts'
import { MemoryAnswers } from '../memory-answers.ts'

const EMPTY: CodePlan = { state: 's1', changes: [], unchanged: 0, faults: [] }

/** The plan of every request is the next one of the list, and at the end the last one again. */
export class MemoryCodeRepository extends MemoryAnswers implements CodeRepository {
  files: readonly CodeFile[] = []
  proposed: readonly FlowProposal[] = []
  plans: readonly CodePlan[] = [EMPTY]
  readonly requests: CodeRequest[] = []
  readonly applied: (CodeRequest & { readonly state: string })[] = []
  readonly takenOver: string[] = []
  /** The pages of tried flows, one after the other. */
  tried: readonly TriedFlows[] = []
  /** The cursors with which they were asked for. */
  readonly cursors: (string | undefined)[] = []

  async export(): Promise<Result<readonly CodeFile[]>> {
    return this.answer(() => this.files)
  }

  async plan(_organizationId: string, request: CodeRequest): Promise<Result<CodePlan>> {
    return this.answer(() => {
      this.requests.push(request)
      return this.plans[this.requests.length - 1] ?? this.plans.at(-1) ?? EMPTY
    })
  }

  async apply(_organizationId: string, request: CodeRequest, state: string): Promise<Result<CodePlan>> {
    return this.answer(() => {
      this.applied.push({ ...request, state })
      return this.plans.at(-1) ?? EMPTY
    })
  }

  async tryFlows(
    _: string,
    _request: CodeRequest,
    { cursor }: { readonly cursor?: string },
  ): Promise<Result<TriedFlows>> {
    return this.answer(() => this.tried[this.cursors.push(cursor) - 1] ?? { flows: [] })
  }

  async proposals(): Promise<Result<readonly FlowProposal[]>> {
    return this.answer(() => this.proposed)
  }

  async closeProposal(_organizationId: string, proposalId: string): Promise<Result<void>> {
    return this.answer(() => {
      this.proposed = this.proposed.filter(({ id }) => id !== proposalId)
    })
  }

  async takeOver(_organizationId: string, flowId: string): Promise<Result<void>> {
    return this.answer(() => void this.takenOver.push(flowId))
  }
}
