import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { Integration } from './integration.ts'
import type { IntegrationRepository } from './integration-repository.ts'

export interface IntegrationDeps {
  readonly organization: ActiveOrganization
  readonly integrations: IntegrationRepository
}

export type ListIntegrations = () => Promise<Result<readonly Integration[]>>

export const makeListIntegrations =
  ({ organization, integrations }: IntegrationDeps): ListIntegrations =>
  () =>
    inOrganization(organization, (organizationId) => integrations.list(organizationId))
