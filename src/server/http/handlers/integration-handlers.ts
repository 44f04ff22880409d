import { randomUUID } from 'node:crypto'

import { INTEGRATION_TYPES } from '../../../core/catalog/integration-types.ts'
import { maskCredentials } from '../../../core/catalog/mask-credentials.ts'
import { recallDraftTest } from '../../domain/connections/draft-tests.ts'
import { checkCredentials } from '../../domain/integrations/check-credentials.ts'
import { mergeCredentials } from '../../domain/integrations/merge-credentials.ts'
import { invalid, notFound, RequestError } from '../../domain/request-error.ts'
import type { GoogleOauth } from '../../google/google-oauth.ts'
import { connectionsOver, connectionsUsing } from '../../store/connections/connections.ts'
import {
  deleteIntegration,
  findIntegration,
  type IntegrationRow,
  insertIntegration,
  listIntegrations,
  markReconnect,
  updateIntegration,
} from '../../store/connections/integrations.ts'
import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { type Vault, VaultError } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  /** Absent while no Google client is configured. */
  readonly google: GoogleOauth | undefined
}

export function integrationHandlers({ database, vault, google }: Deps) {
  const giveBack = async (client: GoogleOauth, { id, credentials }: IntegrationRow, organizationId: string) => {
    try {
      const { refresh_token: token } = vault.open({ organizationId, integrationId: id }, credentials)
      if (typeof token === 'string') await client.revoke(token)
    } catch (error) {
      // Sealed with a key that is lost: there is nothing left to give back.
      if (!(error instanceof VaultError)) throw error
    }
  }

  return {
    listIntegrations: async ({ member: { organizationId } }) =>
      (await database.inOrganization(organizationId, (query) => listIntegrations(query, organizationId))).map(toWire),

    createIntegration: async ({ member: { organizationId }, principal, body }) => {
      const id = randomUUID()
      const credentials = vault.seal(
        { organizationId, integrationId: id },
        checkCredentials(body.type, body.credentials),
      )
      const merged = body.mergedIntegration ?? INTEGRATION_TYPES[body.type].merged
      const row = await database.inOrganization(organizationId, async (query) => {
        await recordAudit(query, organizationId, principal, { action: 'integration.created', id, name: body.name })
        const created = { id, name: body.name, type: body.type, merged, credentials }
        const inserted = await insertIntegration(query, organizationId, created)
        // Only a name came: Google has not been asked yet.
        if (body.type !== 'google_oauth') return inserted
        await markReconnect(query, organizationId, id, true)
        return (await findIntegration(query, organizationId, id)) ?? inserted
      })
      return toWire(row)
    },

    updateIntegration: ({ member: { organizationId }, principal, params, body }) =>
      database.inOrganization(organizationId, async (query) => {
        const id = params['integrationId'] ?? ''
        if (body.id !== undefined && body.id !== id) throw invalid('id must be the integration’s own', 'id')
        const row = await findIntegration(query, organizationId, id)
        if (!row) throw notFound()
        if (body.type !== undefined && body.type !== row.type)
          throw invalid('The type of an integration cannot change', 'type')

        const owner = { organizationId, integrationId: id }
        const credentials = body.credentials
          ? vault.seal(owner, mergeCredentials(row.type, vault.open(owner, row.credentials), body.credentials))
          : row.credentials
        const updated = await updateIntegration(query, organizationId, { id, name: body.name ?? row.name, credentials })
        if (!updated) throw notFound()
        for (const connection of await connectionsOver(query, organizationId, id))
          await recallDraftTest({ query, vault, organizationId }, connection)
        await recordAudit(query, organizationId, principal, { action: 'integration.updated', id, name: updated.name })
        return toWire(updated)
      }),

    deleteIntegration: async ({ member: { organizationId }, principal, params }) => {
      const id = params['integrationId'] ?? ''
      const row = await database.inOrganization(organizationId, async (query) => {
        const found = await findIntegration(query, organizationId, id)
        if (!found) throw notFound()
        const connections = await connectionsUsing(query, organizationId, id)
        if (connections.length > 0) {
          const names = connections.map(({ name }) => name).join(', ')
          throw new RequestError(409, 'INTEGRATION_IN_USE', `Connections still use this integration: ${names}`, {
            connections,
          })
        }
        await deleteIntegration(query, organizationId, id)
        await recordAudit(query, organizationId, principal, { action: 'integration.deleted', id, name: found.name })
        return found
      })
      if (google && row.type === 'google_oauth') await giveBack(google, row, organizationId)
      return undefined
    },

    getIntegrationDetails: ({ member: { organizationId }, principal, params }) =>
      database.inOrganization(organizationId, async (query) => {
        const row = await findIntegration(query, organizationId, params['integrationId'] ?? '')
        if (!row) throw notFound()
        const { id, name } = row
        const credentials = vault.open({ organizationId, integrationId: id }, row.credentials)
        await recordAudit(query, organizationId, principal, { action: 'integration.details-read', id, name })
        return { ...toWire(row), credentials: maskCredentials(row.type, credentials) }
      }),
  } satisfies Partial<Handlers>
}

const toWire = ({ id, name, type, merged, reconnect_since, created_at, updated_at }: IntegrationRow) => ({
  id,
  name,
  type,
  mergedIntegration: merged,
  reconnect_needed: reconnect_since !== null,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})
