import type { IntegrationRepository } from '../integrations/integration-repository.ts'
import type { ActiveOrganization } from '../organizations/active-organization.ts'
import type { ConnectionRepository } from './connection-repository.ts'

export interface ConnectionDeps {
  readonly organization: ActiveOrganization
  readonly connections: ConnectionRepository
  readonly integrations: IntegrationRepository
}
