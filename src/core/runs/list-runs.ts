import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { RunDeps } from './list-flow-runs.ts'
import type { RunPage } from './run.ts'
import type { RunFilter } from './run-filter.ts'

/** Newest first; the next page comes for the cursor of the one before. */
export type ListRuns = (filter: RunFilter, cursor?: string) => Promise<Result<RunPage>>

export const makeListRuns =
  ({ organization, runs }: RunDeps): ListRuns =>
  (filter, cursor) =>
    inOrganization(organization, (organizationId) => runs.list(organizationId, filter, cursor))
