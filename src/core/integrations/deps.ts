import type { ActiveOrganization } from '../organizations/active-organization.ts'
import type { IntegrationRepository } from './integration-repository.ts'

export interface IntegrationDeps {
  readonly organization: ActiveOrganization
  readonly integrations: IntegrationRepository
}
