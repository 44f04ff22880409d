import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { StopSignal } from '../stop-signal.ts'
import type { FlowDeps } from './list-flows.ts'
import type { PlanRequest, StreamPlan } from './stream-plan.ts'

export type PlanStream = (request: PlanRequest, stop?: StopSignal) => Promise<Result<StreamPlan>>

export const makePlanStream =
  ({ organization, flows }: FlowDeps): PlanStream =>
  (request, stop) =>
    inOrganization(organization, (organizationId) => flows.plan(organizationId, request, stop))
