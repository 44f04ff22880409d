import { randomUUID } from 'node:crypto'
import { createSampleData } from '../sample-data/create-sample-data.ts'
import { recordAudit } from '../store/audit.ts'
import { insertConnection } from '../store/connections.ts'
import type { Database, Query } from '../store/database.ts'
import { findFlow, insertFlow } from '../store/flows.ts'
import { insertIntegration } from '../store/integrations.ts'
import type { Vault } from '../vault/vault.ts'
import { connectionToWire } from './connection-handlers.ts'
import { flowToWire } from './flow-handlers.ts'
import type { Handlers } from './handler.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  readonly databaseUrl: string
}

export const sampleDataHandlers = ({ database, vault, databaseUrl }: Deps) =>
  ({
    createSampleData: async ({ member: { organizationId }, principal }) => {
      const { source, destination } = await createSampleData({ adminUrl: databaseUrl, organizationId })
      return database.inOrganization(organizationId, async (query) => {
        const shop = await addPostgres(query, 'Sample shop', 'source', source)
        const warehouse = await addPostgres(query, 'Sample warehouse', 'destination', destination)
        const id = await insertFlow(query, organizationId, {
          name: 'Shop to warehouse',
          enabled: true,
          sourceConnectionId: shop.id,
          destinationConnectionId: warehouse.id,
          config: { streams: [], transformations: [] },
          freshnessMinutes: null,
        })
        await recordAudit(query, organizationId, principal, { action: 'organization.sample-data-added' })
        const flow = await findFlow(query, organizationId, id)
        if (!flow) throw new Error('the sample flow was not created')
        return { connections: [connectionToWire(shop), connectionToWire(warehouse)], flow: flowToWire(flow) }
      })

      async function addPostgres(
        query: Query,
        name: string,
        capability: 'source' | 'destination',
        credentials: object,
      ) {
        const id = randomUUID()
        await insertIntegration(query, organizationId, {
          id,
          name,
          type: 'postgres',
          merged: true,
          credentials: vault.seal({ organizationId, integrationId: id }, { ...credentials, sslmode: 'prefer' }),
        })
        return insertConnection(query, organizationId, {
          name,
          type: 'postgres',
          capability,
          integration_id: id,
          config: {},
        })
      }
    },
  }) satisfies Handlers
