import { CODE_ROUTES } from '../../../contract/code.ts'
import { FLOW_ROUTES } from '../../../contract/flows.ts'
import type { CodeRequest } from '../../../core/code/code-plan.ts'
import type { CodeRepository } from '../../../core/code/code-repository.ts'
import { map } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'

export const httpCodeRepository = (http: HttpClient): CodeRepository => ({
  export: async (orgId) => map(await http.call(CODE_ROUTES.exportCode, { params: { orgId } }), ({ files }) => files),

  plan: (orgId, request) => http.call(CODE_ROUTES.planCode, { params: { orgId }, body: bodyOf(request) }),

  apply: (orgId, request, state) =>
    http.call(CODE_ROUTES.applyCode, { params: { orgId }, body: { ...bodyOf(request), state } }),

  tryFlows: (orgId, request, page) =>
    http.call(CODE_ROUTES.tryCode, { params: { orgId }, body: { ...bodyOf(request), ...page } }),

  proposals: (orgId) => http.call(CODE_ROUTES.listFlowProposals, { params: { orgId } }),

  closeProposal: (orgId, proposalId) => http.send(CODE_ROUTES.deleteFlowProposal, { params: { orgId, proposalId } }),

  takeOver: (orgId, flowId) => http.send(FLOW_ROUTES.takeOverFlow, { params: { orgId, flowId } }),
})

const bodyOf = ({ prunes: prune, ...request }: CodeRequest) => ({ ...request, prune })
