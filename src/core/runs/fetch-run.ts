import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { RunDeps } from './list-flow-runs.ts'
import type { Run } from './run.ts'

export type FetchRun = (runId: string) => Promise<Result<Run>>

export const makeFetchRun =
  ({ organization, runs }: RunDeps): FetchRun =>
  (runId) =>
    inOrganization(organization, (organizationId) => runs.get(organizationId, runId))
