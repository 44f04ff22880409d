import { randomUUID } from 'node:crypto'

import { CONNECTORS } from '../../engine/connectors/registry.ts'
import type { ConnectorContext } from '../../engine/ports/connector.ts'
import { keepConnectionVersion } from '../domain/connections/connection-versions.ts'
import { outcomeOfTest } from '../domain/connections/test-connection.ts'
import { keepFlowVersion } from '../domain/flows/flow-versions.ts'
import type { Member } from '../domain/members/member.ts'
import { type ConnectionRow, insertConnection, type LastTest, saveLastTest } from '../store/connections/connections.ts'
import { insertIntegration } from '../store/connections/integrations.ts'
import type { Database, Query } from '../store/database/database.ts'
import type { FlowRow } from '../store/flows/flow-row.ts'
import { findFlow, insertFlow } from '../store/flows/flows.ts'
import { recordAudit } from '../store/organizations/audit.ts'
import type { Vault } from '../vault/vault.ts'
import { createSampleData, type SampleDatabase } from './create-sample-data.ts'

export interface SampleDataDeps {
  readonly database: Database
  readonly vault: Vault
  readonly databaseUrl: string
}

interface SampleData {
  readonly connections: readonly ConnectionRow[]
  readonly flow: FlowRow
}

/** Creates two databases, the connections to them and a flow between them. @throws RequestError */
export async function addSampleData(
  { database, vault, databaseUrl }: SampleDataDeps,
  { organizationId, person }: Member,
  context: ConnectorContext,
): Promise<SampleData> {
  const created = await createSampleData({ adminUrl: databaseUrl, organizationId })
  const [source, destination] = await Promise.all([
    tested(created.source, 'source', context),
    tested(created.destination, 'destination', context),
  ])
  return database.inOrganization(organizationId, async (query) => {
    const shop = await addConnection(query, vault, { ...source, organizationId, name: 'Sample shop' })
    const warehouse = await addConnection(query, vault, { ...destination, organizationId, name: 'Sample warehouse' })
    const id = await insertFlow(query, organizationId, {
      name: 'Shop to warehouse',
      enabled: true,
      sourceConnectionId: shop.id,
      destinationConnectionId: warehouse.id,
      config: { streams: [], transformations: [] },
      freshnessMinutes: null,
      codeFile: null,
      ownerUid: person.uid,
      tags: [],
    })
    await recordAudit(query, organizationId, person, { action: 'organization.sample-data-added' })
    const flow = await findFlow(query, organizationId, id)
    if (!flow) throw new Error('the sample flow was not created')
    await keepFlowVersion(query, organizationId, flow, { by: person.uid })
    for (const connection of [shop, warehouse])
      await keepConnectionVersion(query, organizationId, connection, { by: person.uid })
    return { connections: [shop, warehouse], flow }
  })
}

interface TestedSample {
  readonly credentials: Readonly<Record<string, unknown>>
  readonly capability: 'source' | 'destination'
  readonly lastTest: LastTest
}

async function addConnection(
  query: Query,
  vault: Vault,
  {
    organizationId,
    name,
    credentials,
    capability,
    lastTest,
  }: TestedSample & { readonly organizationId: string; readonly name: string },
): Promise<ConnectionRow> {
  const id = randomUUID()
  const sealed = vault.seal({ organizationId, integrationId: id }, credentials)
  const values = { name, type: 'postgres' } as const
  await insertIntegration(query, organizationId, { ...values, id, merged: true, credentials: sealed })
  const row = await insertConnection(query, organizationId, { ...values, capability, integration_id: id, config: {} })
  await saveLastTest(query, organizationId, row.id, lastTest)
  return { ...row, last_test: lastTest }
}

/** The connections are created even if the test fails, and their list shows the result. */
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
