import type { ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { Endpoint } from '../../../engine/ports/connector.ts'
import { findConnection } from '../../store/connections/connections.ts'
import { findIntegration } from '../../store/connections/integrations.ts'
import type { Query } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import { notFound } from '../request-error.ts'

export interface StoredEndpoint {
  readonly type: ConnectionType
  readonly endpoint: Endpoint
}

/** What is stored of a connection of the organization, with its opened secrets: it reaches nothing. @throws RequestError */
export async function readEndpoint(
  query: Query,
  vault: Vault,
  organizationId: string,
  connectionId: string,
): Promise<StoredEndpoint> {
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
  return { type: connection.type, endpoint }
}
