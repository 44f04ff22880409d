import { maskCredentials } from '../../../core/catalog/connections/mask-credentials.ts'
import {
  readIntegrationDetails,
  readIntegrations,
  removeIntegration,
} from '../../domain/integrations/change-integrations.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'
import { integrationToWire } from '../wire/integration-to-wire.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

export const integrationHandlers = (deps: Deps) =>
  ({
    listIntegrations: async ({ member: { organizationId } }) =>
      (await readIntegrations(deps.database, organizationId)).map(integrationToWire),

    deleteIntegration: async ({ member, params }) => {
      await removeIntegration(deps, member, params['integrationId'] ?? '')
      return undefined
    },

    getIntegrationDetails: async ({ member, params }) => {
      const { integration, credentials } = await readIntegrationDetails(deps, member, params['integrationId'] ?? '')
      return { ...integrationToWire(integration), credentials: maskCredentials(integration.type, credentials) }
    },
  }) satisfies Partial<Handlers>
