import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { Flow, FlowDraft } from './flow.ts'
import type { FlowDeps } from './list-flows.ts'

export type CreateFlow = (draft: FlowDraft) => Promise<Result<Flow>>

export const makeCreateFlow =
  ({ organization, flows }: FlowDeps): CreateFlow =>
  (draft) =>
    inOrganization(organization, (organizationId) => flows.create(organizationId, draft))
