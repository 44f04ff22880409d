import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { RunDeps } from './list-flow-runs.ts'
import type { Run } from './run.ts'

export type CancelRun = (runId: string) => Promise<Result<Run>>

export const makeCancelRun =
  ({ organization, runs }: RunDeps): CancelRun =>
  (runId) =>
    inOrganization(organization, (organizationId) => runs.cancel(organizationId, runId))
