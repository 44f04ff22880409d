import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { IntegrationDeps } from './list-integrations.ts'

export type RemoveIntegration = (integrationId: string) => Promise<Result<void>>

export const makeRemoveIntegration =
  ({ organization, integrations }: IntegrationDeps): RemoveIntegration =>
  (integrationId) =>
    inOrganization(organization, (organizationId) => integrations.remove(organizationId, integrationId))
