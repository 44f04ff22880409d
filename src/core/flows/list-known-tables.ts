import type { TableShape } from '../connections/compare-tables.ts'
import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { FlowDeps } from './list-flows.ts'

export type ListKnownTables = (flowId: string) => Promise<Result<readonly TableShape[]>>

export const makeListKnownTables =
  ({ organization, flows }: FlowDeps): ListKnownTables =>
  (flowId) =>
    inOrganization(organization, (organizationId) => flows.knownTables(organizationId, flowId))
