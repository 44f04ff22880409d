import { CODE_ROUTES } from '../../contract/code.ts'
import { FLOW_ROUTES } from '../../contract/flows.ts'
import type { CodeFile, CodePlan, CodeRequest, FlowProposal, TriedFlows } from '../../core/code/code-plan.ts'
import type { CodeRepository } from '../../core/code/code-repository.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'

export class HttpCodeRepository implements CodeRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async export(orgId: string): Promise<Result<readonly CodeFile[]>> {
    return map(await this.#http.call(CODE_ROUTES.exportCode, { params: { orgId } }), ({ files }) => files)
  }

  plan(orgId: string, request: CodeRequest): Promise<Result<CodePlan>> {
    return this.#http.call(CODE_ROUTES.planCode, { params: { orgId }, body: bodyOf(request) })
  }

  apply(orgId: string, request: CodeRequest, state: string): Promise<Result<CodePlan>> {
    return this.#http.call(CODE_ROUTES.applyCode, { params: { orgId }, body: { ...bodyOf(request), state } })
  }

  tryFlows(
    orgId: string,
    request: CodeRequest,
    page: { readonly state: string; readonly cursor?: string },
  ): Promise<Result<TriedFlows>> {
    return this.#http.call(CODE_ROUTES.tryCode, { params: { orgId }, body: { ...bodyOf(request), ...page } })
  }

  proposals(orgId: string): Promise<Result<readonly FlowProposal[]>> {
    return this.#http.call(CODE_ROUTES.listFlowProposals, { params: { orgId } })
  }

  closeProposal(orgId: string, proposalId: string): Promise<Result<void>> {
    return this.#http.send(CODE_ROUTES.deleteFlowProposal, { params: { orgId, proposalId } })
  }

  takeOver(orgId: string, flowId: string): Promise<Result<void>> {
    return this.#http.send(FLOW_ROUTES.takeOverFlow, { params: { orgId, flowId } })
  }
}

const bodyOf = ({ prunes: prune, ...request }: CodeRequest) => ({ ...request, prune })
