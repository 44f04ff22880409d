import { maskCredentials } from '../../../core/catalog/connections/mask-credentials.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import {
  changeIntegration,
  createIntegration,
  readIntegrationDetails,
  readIntegrations,
  removeIntegration,
} from '../../domain/integrations/change-integrations.ts'
import { invalid } from '../../domain/request-error.ts'
import type { IntegrationRow } from '../../store/connections/integrations.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'
import { versionFrom } from '../requests/version-from.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

export const integrationHandlers = (deps: Deps) =>
  ({
    listIntegrations: async ({ member: { organizationId } }) =>
      (await readIntegrations(deps.database, organizationId)).map(toWire),

    createIntegration: async ({ member, body: { name, type, mergedIntegration: merged, credentials } }) =>
      toWire(await createIntegration(deps, member, { name, type, merged, credentials })),

    updateIntegration: async ({ member, params, body: { id: given, name, type, credentials }, request }) => {
      const id = params['integrationId'] ?? ''
      if (given !== undefined && given !== id) throw invalid(sentence`id must be the integration’s own`, 'id')
      return toWire(
        await changeIntegration(deps, member, id, { name, type, credentials, version: versionFrom(request) }),
      )
    },

    deleteIntegration: async ({ member, params }) => {
      await removeIntegration(deps, member, params['integrationId'] ?? '')
      return undefined
    },

    getIntegrationDetails: async ({ member, params }) => {
      const { integration, credentials } = await readIntegrationDetails(deps, member, params['integrationId'] ?? '')
      return { ...toWire(integration), credentials: maskCredentials(integration.type, credentials) }
    },
  }) satisfies Partial<Handlers>

const toWire = ({
  id,
  name,
  type,
  merged,
  reconnect_since,
  is_stand_in,
  version,
  created_at,
  updated_at,
}: IntegrationRow) => ({
  id,
  name,
  type,
  mergedIntegration: merged,
  reconnect_needed: reconnect_since !== null,
  ...defined({ is_stand_in: is_stand_in || undefined }),
  version,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})
