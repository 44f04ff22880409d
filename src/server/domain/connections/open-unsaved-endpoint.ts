import type { z } from 'zod/mini'

import type { testConnectionRequest } from '../../../contract/requests/connections.ts'
import { CONNECTION_TYPES } from '../../../core/catalog/connection-types.ts'
import { CONNECTORS } from '../../../engine/connectors/registry.ts'
import { findIntegration } from '../../store/connections/integrations.ts'
import type { Query } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import { checkCredentials } from '../integrations/check-credentials.ts'
import { mergeCredentials } from '../integrations/merge-credentials.ts'
import { RequestError } from '../request-error.ts'
import { checkConfig, checkIntegrationType } from './check-connection.ts'
import type { OpenedConnection } from './open-endpoint.ts'

/**
 * A connection as typed so far, ready to test. Credentials in the form go before stored ones; a masked secret stands
 * for the stored one only while it would go where its owner typed it for. @throws RequestError
 */
export async function openUnsavedEndpoint(
  query: Query,
  vault: Vault,
  organizationId: string,
  draft: z.output<typeof testConnectionRequest>,
): Promise<OpenedConnection> {
  const connector = CONNECTORS[draft.type]
  const config = checkConfig(draft.type, draft.config)
  if (draft.integration_id === undefined) {
    const [integrationType] = CONNECTION_TYPES[draft.type].integrations
    if (!CONNECTION_TYPES[draft.type].merged || !draft.credentials) {
      throw new RequestError(422, 'INTEGRATION_REQUIRED', 'Integration ID is required for this connection type', {
        field: 'integration_id',
      })
    }
    const credentials = checkCredentials(integrationType, draft.credentials)
    return { connector, endpoint: { integration: integrationType, credentials, config } }
  }

  const integration = await findIntegration(query, organizationId, draft.integration_id)
  if (!integration)
    throw new RequestError(422, 'INTEGRATION_NOT_FOUND', 'Integration not found', { field: 'integration_id' })
  checkIntegrationType(draft.type, integration.type)
  const stored = vault.open({ organizationId, integrationId: integration.id }, integration.credentials)
  const credentials = draft.credentials ? mergeCredentials(integration.type, stored, draft.credentials) : stored
  return { connector, endpoint: { integration: integration.type, credentials, config } }
}
