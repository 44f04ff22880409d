import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { RunPage } from './run.ts'
import type { RunRepository } from './run-repository.ts'

export interface RunDeps {
  readonly organization: ActiveOrganization
  readonly runs: RunRepository
}

/** Newest first. */
export type ListFlowRuns = (flowId: string, cursor?: string) => Promise<Result<RunPage>>

export const makeListFlowRuns =
  ({ organization, runs }: RunDeps): ListFlowRuns =>
  (flowId, cursor) =>
    inOrganization(organization, (organizationId) => runs.listOfFlow(organizationId, flowId, cursor))
