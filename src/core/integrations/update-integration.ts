import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { IntegrationChange } from './integration.ts'
import type { IntegrationDeps } from './list-integrations.ts'

export type UpdateIntegration = (integrationId: string, change: IntegrationChange) => Promise<Result<void>>

export const makeUpdateIntegration =
  ({ organization, integrations }: IntegrationDeps): UpdateIntegration =>
  (integrationId, change) =>
    inOrganization(organization, (organizationId) => integrations.update(organizationId, integrationId, change))
