import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { Integration, NewIntegration } from './integration.ts'
import type { IntegrationDeps } from './list-integrations.ts'

export type AddIntegration = (integration: NewIntegration) => Promise<Result<Integration>>

export const makeAddIntegration =
  ({ organization, integrations }: IntegrationDeps): AddIntegration =>
  (integration) =>
    inOrganization(organization, (organizationId) => integrations.add(organizationId, integration))
