import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { OwnRunLimits, RunLimitsRepository } from './run-limits-repository.ts'

interface RunLimitsDeps {
  readonly organization: ActiveOrganization
  readonly runLimits: RunLimitsRepository
}

const ask = forOrganization<RunLimitsDeps>()

export const RUN_LIMITS_CALLS = {
  fetchRunLimits: ask(({ runLimits }, organizationId) => runLimits.get(organizationId)),
  updateRunLimits: ask(({ runLimits }, organizationId, own: OwnRunLimits) => runLimits.change(organizationId, own)),
}
