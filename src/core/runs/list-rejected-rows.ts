import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { RunDeps } from './list-flow-runs.ts'
import type { RejectedPage } from './rejected-rows.ts'

/** Rows of one table of a run that the destination could not hold, a page at a time. */
export type ListRejectedRows = (runId: string, entity: string, cursor?: string) => Promise<Result<RejectedPage>>

export const makeListRejectedRows =
  ({ organization, runs }: RunDeps): ListRejectedRows =>
  (runId, entity, cursor) =>
    inOrganization(organization, (organizationId) => runs.rejectedRows(organizationId, runId, entity, cursor))
