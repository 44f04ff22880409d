import type { TriggeredRun } from '../flows/flow-repository.ts'
import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { RunDeps } from './list-flow-runs.ts'

/** Sends the rows again that a run has rejected, and nothing else. */
export type ReplayRun = (runId: string) => Promise<Result<TriggeredRun>>

export const makeReplayRun =
  ({ organization, runs }: RunDeps): ReplayRun =>
  (runId) =>
    inOrganization(organization, (organizationId) => runs.replay(organizationId, runId))
