import { randomUUID } from 'node:crypto'
import { CONNECTORS } from '../../../engine/connectors/registry.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import { outcomeOfTest } from '../../domain/connections/test-connection.ts'
import { createSampleData, type SampleDatabase } from '../../sample-data/create-sample-data.ts'
import { insertConnection, type LastTest, saveLastTest } from '../../store/connections/connections.ts'
import { insertIntegration } from '../../store/connections/integrations.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { findFlow, insertFlow } from '../../store/flows/flows.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'
import { connectionToWire } from './connection-handlers.ts'
import { flowToWire } from './flow-handlers.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  readonly databaseUrl: string
  readonly contextFor: (request: Request) => ConnectorContext
}

export const sampleDataHandlers = ({ database, vault, databaseUrl, contextFor }: Deps) =>
  ({
    createSampleData: async ({ member: { organizationId }, principal, request }) => {
      const created = await createSampleData({ adminUrl: databaseUrl, organizationId })
      const [source, destination] = await Promise.all([
        tested(created.source, 'source', contextFor(request)),
        tested(created.destination, 'destination', contextFor(request)),
      ])
      return database.inOrganization(organizationId, async (query) => {
        const shop = await addPostgres(query, 'Sample shop', source)
        const warehouse = await addPostgres(query, 'Sample warehouse', destination)
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

      async function addPostgres(query: Query, name: string, { credentials, capability, lastTest }: TestedSample) {
        const id = randomUUID()
        await insertIntegration(query, organizationId, {
          id,
          name,
          type: 'postgres',
          merged: true,
          credentials: vault.seal({ organizationId, integrationId: id }, credentials),
        })
        const row = await insertConnection(query, organizationId, {
          name,
          type: 'postgres',
          capability,
          integration_id: id,
          config: {},
        })
        await saveLastTest(query, organizationId, row.id, lastTest)
        return { ...row, last_test: lastTest }
      }
    },
  }) satisfies Partial<Handlers>

interface TestedSample {
  readonly credentials: Readonly<Record<string, unknown>>
  readonly capability: 'source' | 'destination'
  readonly lastTest: LastTest
}

/** The connections are made however it ends, and their list says how. */
async function tested(
  database: SampleDatabase,
  capability: TestedSample['capability'],
  context: ConnectorContext,
): Promise<TestedSample> {
  const credentials = { ...database, sslmode: 'prefer' }
  const endpoint = { integration: 'postgres', credentials, config: {} } as const
  const { lastTest } = await outcomeOfTest({ connector: CONNECTORS.postgres, endpoint }, capability, context)
  return { credentials, capability, lastTest }
}
