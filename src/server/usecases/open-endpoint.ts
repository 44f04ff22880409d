import { CONNECTION_TYPES, type ConnectionType } from '../../core/catalog/connection-types.ts'
import type { Connector, Endpoint } from '../connectors/connector.ts'
import { CONNECTORS } from '../connectors/registry.ts'
import { findConnection } from '../store/connections.ts'
import type { Query } from '../store/database.ts'
import { findIntegration } from '../store/integrations.ts'
import type { Vault } from '../vault/vault.ts'
import { notFound, Refusal } from './refusal.ts'

export interface OpenedConnection {
  readonly connector: Connector
  readonly endpoint: Endpoint
}

/** The connector of a type. @throws Refusal 501 while this server has none for it */
export function requireConnector(type: ConnectionType): Connector {
  const connector = CONNECTORS[type]
  if (connector) return connector
  throw new Refusal(
    501,
    'CONNECTOR_NOT_AVAILABLE',
    `${CONNECTION_TYPES[type].label} is not available in this version yet.`,
  )
}

/** A connection of the organization with its secrets opened, for the moment that they are needed. @throws Refusal */
export async function openEndpoint(
  query: Query,
  vault: Vault,
  organizationId: string,
  connectionId: string,
): Promise<OpenedConnection> {
  const connection = await findConnection(query, organizationId, connectionId)
  if (!connection) throw notFound()
  const integration = await findIntegration(query, organizationId, connection.integration_id)
  if (!integration) throw notFound()
  const credentials = vault.open({ organizationId, integrationId: integration.id }, integration.credentials)
  const endpoint = { integration: integration.type, credentials, config: connection.config }
  return { connector: requireConnector(connection.type), endpoint }
}
