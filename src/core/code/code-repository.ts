import type { Result } from '../result.ts'
import type { CodeFile, CodePlan, CodeRequest, FlowProposal, TriedFlows } from './code-plan.ts'

/** Flows as code. All calls may be `not-offered`. */
export interface CodeRepository {
  /** Everything as files, without secrets. */
  export(organizationId: string): Promise<Result<readonly CodeFile[]>>
  plan(organizationId: string, request: CodeRequest): Promise<Result<CodePlan>>
  /** @param state of the plan that was shown; refused when something has changed since */
  apply(organizationId: string, request: CodeRequest, state: string): Promise<Result<CodePlan>>
  /**
   * Starts dry runs of flows as files say them, a few with each call; nothing is saved.
   * @param page the state of the plan that was shown, and the cursor of the answer before
   */
  tryFlows(
    organizationId: string,
    request: CodeRequest,
    page: { readonly state: string; readonly cursor?: string },
  ): Promise<Result<TriedFlows>>
  /** Newest first. */
  proposals(organizationId: string): Promise<Result<readonly FlowProposal[]>>
  closeProposal(organizationId: string, proposalId: string): Promise<Result<void>>
  /** Ends that a file owns a flow. */
  takeOver(organizationId: string, flowId: string): Promise<Result<void>>
}
