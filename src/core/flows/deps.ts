import type { ActiveOrganization } from '../organizations/active-organization.ts'
import type { FlowRepository } from './flow-repository.ts'

export interface FlowDeps {
  readonly organization: ActiveOrganization
  readonly flows: FlowRepository
}
