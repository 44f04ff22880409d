import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { IntegrationDetails } from './integration.ts'
import type { IntegrationDeps } from './list-integrations.ts'

export type FetchIntegrationDetails = (integrationId: string) => Promise<Result<IntegrationDetails>>

export const makeFetchIntegrationDetails =
  ({ organization, integrations }: IntegrationDeps): FetchIntegrationDetails =>
  (integrationId) =>
    inOrganization(organization, (organizationId) => integrations.details(organizationId, integrationId))
