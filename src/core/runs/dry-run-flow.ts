import type { TriggeredRun } from '../flows/flow-repository.ts'
import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { RunDeps } from './list-flow-runs.ts'

/** Does everything that a run does but its last step, and tells what that would change. */
export type DryRunFlow = (flowId: string) => Promise<Result<TriggeredRun>>

export const makeDryRunFlow =
  ({ organization, runs }: RunDeps): DryRunFlow =>
  (flowId) =>
    inOrganization(organization, (organizationId) => runs.dryRun(organizationId, flowId))
