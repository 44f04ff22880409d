import type { TriggeredRun } from '../flows/flow-repository.ts'
import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { RunDeps } from './list-flow-runs.ts'

/** Runs the flow again for those tables alone that did not come across in this run. */
export type RetryRun = (runId: string) => Promise<Result<TriggeredRun>>

export const makeRetryRun =
  ({ organization, runs }: RunDeps): RetryRun =>
  (runId) =>
    inOrganization(organization, (organizationId) => runs.retry(organizationId, runId))
