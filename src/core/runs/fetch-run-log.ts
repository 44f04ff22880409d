import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { RunDeps } from './list-flow-runs.ts'
import type { RunLogFilter, RunLogPage } from './run.ts'

export type FetchRunLog = (runId: string, filter?: RunLogFilter) => Promise<Result<RunLogPage>>

export const makeFetchRunLog =
  ({ organization, runs }: RunDeps): FetchRunLog =>
  (runId, filter = {}) =>
    inOrganization(organization, (organizationId) => runs.log(organizationId, runId, filter))
