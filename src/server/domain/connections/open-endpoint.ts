import { defined } from '../../../core/catalog/defined.ts'
import { CONNECTORS } from '../../../engine/connectors/registry.ts'
import type { Connector, Endpoint } from '../../../engine/ports/connector.ts'
import { findConnection } from '../../store/connections/connections.ts'
import { findIntegration } from '../../store/connections/integrations.ts'
import type { Database, Query } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { ConfirmConsent } from '../integrations/confirm-consent.ts'
import { notFound } from '../request-error.ts'

/** The dependencies for opening connections. */
export interface Opening {
  readonly database: Database
  readonly vault: Vault
  readonly confirmConsent: ConfirmConsent
}

export interface OpenedConnection {
  readonly connector: Connector
  readonly endpoint: Endpoint
}

/** A connection of the organization with its opened secrets, for a short use. @throws RequestError */
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
  const standIn = { organizationId, integrationId: integration.id }
  const endpoint = {
    integration: integration.type,
    credentials,
    config: connection.config,
    ...defined({ standIn: integration.is_stand_in ? standIn : undefined }),
  }
  return { connector: CONNECTORS[connection.type], endpoint }
}

/** The same after its consent is confirmed. @throws RequestError */
export async function openConnection(
  { database, vault, confirmConsent }: Opening,
  organizationId: string,
  id: string,
): Promise<OpenedConnection> {
  await confirmConsent.ofConnection(organizationId, id)
  return database.inOrganization(organizationId, (query) => openEndpoint(query, vault, organizationId, id))
}
