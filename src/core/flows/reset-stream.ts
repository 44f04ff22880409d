import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { FlowDeps } from './list-flows.ts'

/** The next run reads the stream from the beginning. */
export type ResetStream = (flowId: string, entity: string) => Promise<Result<void>>

export const makeResetStream =
  ({ organization, flows }: FlowDeps): ResetStream =>
  (flowId, entity) =>
    inOrganization(organization, (organizationId) => flows.resetStream(organizationId, flowId, entity))
