import type { CallsOf } from '../calls-of.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { IntegrationDeps } from './deps.ts'
import type { Integration, IntegrationChange, NewIntegration } from './integration.ts'
import { makeStartGoogleAuth } from './start-google-auth.ts'

const ask = forOrganization<IntegrationDeps>()

export const INTEGRATION_CALLS = {
  listIntegrations: ask(({ integrations }, organizationId) => integrations.list(organizationId)),
  addIntegration: ask(({ integrations }, organizationId, integration: NewIntegration) =>
    integrations.add(organizationId, integration),
  ),
  updateIntegration: ask(
    (
      { integrations },
      organizationId,
      { id, version }: Pick<Integration, 'id' | 'version'>,
      change: IntegrationChange,
    ) => integrations.update(organizationId, id, change, version),
  ),
  removeIntegration: ask(({ integrations }, organizationId, integrationId: string) =>
    integrations.remove(organizationId, integrationId),
  ),
  fetchIntegrationDetails: ask(({ integrations }, organizationId, integrationId: string) =>
    integrations.details(organizationId, integrationId),
  ),
  startGoogleAuth: makeStartGoogleAuth,
}

export type IntegrationCalls = CallsOf<typeof INTEGRATION_CALLS>
