import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { Flow, FlowChange } from './flow.ts'
import type { FlowDeps } from './list-flows.ts'

export type UpdateFlow = (flow: Pick<Flow, 'id' | 'version'>, change: FlowChange) => Promise<Result<Flow>>

export const makeUpdateFlow =
  ({ organization, flows }: FlowDeps): UpdateFlow =>
  ({ id, version }, change) =>
    inOrganization(organization, (organizationId) => flows.update(organizationId, id, change, version))
