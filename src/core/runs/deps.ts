import type { ActiveOrganization } from '../organizations/active-organization.ts'
import type { RunRepository } from './run-repository.ts'

export interface RunDeps {
  readonly organization: ActiveOrganization
  readonly runs: RunRepository
}
