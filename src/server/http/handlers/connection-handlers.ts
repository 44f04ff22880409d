import { isMerged } from '../../../core/catalog/connection-types.ts'
import type { ConnectorContext, Entity } from '../../../engine/ports/connector.ts'
import { checkCapability, checkConfig, checkIntegrationType } from '../../domain/connections/check-connection.ts'
import { recallDraftTest, rememberDraftTest } from '../../domain/connections/draft-tests.ts'
import { openEndpoint } from '../../domain/connections/open-endpoint.ts'
import { openUnsavedEndpoint } from '../../domain/connections/open-unsaved-endpoint.ts'
import { pageOfEntities } from '../../domain/connections/page-of-entities.ts'
import { showRows } from '../../domain/connections/show-rows.ts'
import { testConnection } from '../../domain/connections/test-connection.ts'
import type { ConfirmConsent } from '../../domain/integrations/confirm-consent.ts'
import { invalid, notFound, RequestError } from '../../domain/request-error.ts'
import {
  type ConnectionRow,
  deleteConnection,
  findConnection,
  flowsUsing,
  insertConnection,
  listConnections,
  saveLastTest,
  updateConnection,
} from '../../store/connections/connections.ts'
import { findIntegration, renameMergedIntegration } from '../../store/connections/integrations.ts'
import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import type { Vault } from '../../vault/vault.ts'
import { requirePermission } from '../authorize.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  readonly contextFor: (request: Request) => ConnectorContext
  readonly confirmConsent: ConfirmConsent
}

export const connectionHandlers = ({ database, vault, contextFor, confirmConsent }: Deps) =>
  ({
    listConnections: async ({ member: { organizationId } }) =>
      (await database.inOrganization(organizationId, (query) => listConnections(query, organizationId))).map(
        connectionToWire,
      ),

    createConnection: ({ member: { organizationId }, principal, body }) =>
      database.inOrganization(organizationId, async (query) => {
        const integration = await findIntegration(query, organizationId, body.integration_id)
        if (!integration)
          throw new RequestError(422, 'INTEGRATION_NOT_FOUND', 'Integration not found', { field: 'integration_id' })
        checkIntegrationType(body.type, integration.type)
        const row = await insertConnection(query, organizationId, {
          ...body,
          capability: checkCapability(body.type, body.capability),
          config: checkConfig(body.type, body.config),
        })
        await recordAudit(query, organizationId, principal, {
          action: 'connection.created',
          id: row.id,
          name: row.name,
        })
        return connectionToWire(await recallDraftTest({ query, vault, organizationId }, row))
      }),

    updateConnection: ({ member: { organizationId }, principal, params, body }) =>
      database.inOrganization(organizationId, async (query) => {
        const id = params['connectionId'] ?? ''
        if (body.id !== undefined && body.id !== id) throw invalid('id must be the connection’s own', 'id')
        const row = await findConnection(query, organizationId, id)
        if (!row) throw notFound()
        const updated = await updateConnection(query, organizationId, {
          id,
          name: body.name ?? row.name,
          capability: body.capability === undefined ? row.capability : checkCapability(row.type, body.capability),
          config: body.config === undefined ? row.config : checkConfig(row.type, body.config),
        })
        if (!updated) throw notFound()
        if (updated.name !== row.name) await renameMergedIntegration(query, organizationId, id)
        await recordAudit(query, organizationId, principal, { action: 'connection.updated', id, name: updated.name })
        return connectionToWire(await recallDraftTest({ query, vault, organizationId }, updated))
      }),

    deleteConnection: ({ member, principal, params }) =>
      database.inOrganization(member.organizationId, async (query) => {
        const { organizationId } = member
        const id = params['connectionId'] ?? ''
        const row = await findConnection(query, organizationId, id)
        if (!row) throw notFound()
        if (isMerged(row.type)) requirePermission(member, 'integration.write')
        const flows = await flowsUsing(query, organizationId, id)
        if (flows.length > 0) {
          const names = flows.map(({ name }) => name).join(', ')
          throw new RequestError(409, 'CONNECTION_IN_USE', `Flows still use this connection: ${names}`, { flows })
        }
        await deleteConnection(query, organizationId, id)
        await recordAudit(query, organizationId, principal, { action: 'connection.deleted', id, name: row.name })
        return undefined
      }),

    testUnsavedConnection: async ({ member, principal, body, request }) => {
      const { organizationId } = member
      if (body.credentials) requirePermission(member, 'integration.write')
      if (body.integration_id !== undefined) await confirmConsent.ofIntegration(organizationId, body.integration_id)
      const opened = await database.inOrganization(organizationId, async (query) => {
        const unsaved = await openUnsavedEndpoint(query, vault, organizationId, body)
        await recordAudit(query, organizationId, principal, { action: 'connection.tested', name: body.type })
        return unsaved
      })
      const capability = checkCapability(body.type, body.capability)
      const stages = await testConnection(opened, capability, contextFor(request), (lastTest) =>
        database.inOrganization(organizationId, (query) =>
          rememberDraftTest({ query, vault, organizationId }, opened, capability, lastTest),
        ),
      )
      return { stages: [...stages] }
    },

    testConnection: async ({ member: { organizationId }, principal, params, request }) => {
      const id = params['connectionId'] ?? ''
      await confirmConsent.ofConnection(organizationId, id)
      const { opened, capability } = await database.inOrganization(organizationId, async (query) => {
        const row = await findConnection(query, organizationId, id)
        if (!row) throw notFound()
        await recordAudit(query, organizationId, principal, { action: 'connection.tested', id, name: row.name })
        return { opened: await openEndpoint(query, vault, organizationId, id), capability: row.capability }
      })
      const stages = await testConnection(opened, capability, contextFor(request), (lastTest) =>
        database.inOrganization(organizationId, (query) => saveLastTest(query, organizationId, id, lastTest)),
      )
      return { stages: [...stages] }
    },

    discoverConnection: async ({ member: { organizationId }, params, query: page, request }) => {
      await confirmConsent.ofConnection(organizationId, params['connectionId'] ?? '')
      const { connector, endpoint } = await database.inOrganization(organizationId, (query) =>
        openEndpoint(query, vault, organizationId, params['connectionId'] ?? ''),
      )
      const { entities, nextCursor } = pageOfEntities(await connector.discover(endpoint, contextFor(request)), page)
      return { entities: entities.map(entityToWire), next_cursor: nextCursor }
    },

    showRows: async ({ member: { organizationId }, params, body, request }) => {
      const id = params['connectionId'] ?? ''
      await confirmConsent.ofConnection(organizationId, id)
      const opened = await database.inOrganization(organizationId, (query) =>
        openEndpoint(query, vault, organizationId, id),
      )
      return showRows(opened, body.entity, contextFor(request))
    },
  }) satisfies Partial<Handlers>

export const connectionToWire = ({ created_at, updated_at, ...row }: ConnectionRow) => ({
  ...row,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

const entityToWire = ({ name, kind, estimatedRows, columns }: Entity) => ({
  name,
  kind,
  ...(estimatedRows !== undefined && { estimated_rows: estimatedRows }),
  columns: columns.map(({ keyPosition, ...column }) => ({
    ...column,
    ...(keyPosition !== undefined && { key_position: keyPosition }),
  })),
})
