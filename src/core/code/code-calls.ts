import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { CodeRequest } from './code-plan.ts'
import type { CodeRepository } from './code-repository.ts'

interface CodeDeps {
  readonly organization: ActiveOrganization
  readonly code: CodeRepository
}

const ask = forOrganization<CodeDeps>()

export const CODE_CALLS = {
  exportCode: ask(({ code }, organizationId) => code.export(organizationId)),
  planCode: ask(({ code }, organizationId, request: CodeRequest) => code.plan(organizationId, request)),
  applyCode: ask(({ code }, organizationId, request: CodeRequest, state: string) =>
    code.apply(organizationId, request, state),
  ),
  listFlowProposals: ask(({ code }, organizationId) => code.proposals(organizationId)),
  closeFlowProposal: ask(({ code }, organizationId, id: string) => code.closeProposal(organizationId, id)),
  takeOverFlow: ask(({ code }, organizationId, flowId: string) => code.takeOver(organizationId, flowId)),
}
