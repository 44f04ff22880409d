import { CONNECTORS } from '../../../engine/connectors/registry.ts'
import type { Connector, Endpoint } from '../../../engine/ports/connector.ts'
import { findConnection } from '../../store/connections/connections.ts'
import { findIntegration } from '../../store/connections/integrations.ts'
import type { Query } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import { notFound } from '../request-error.ts'

export interface OpenedConnection {
  readonly connector: Connector
  readonly endpoint: Endpoint
}

/** A connection of the organization with its secrets opened, for the moment that they are needed. @throws RequestError */
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
  return { connector: CONNECTORS[connection.type], endpoint }
}
