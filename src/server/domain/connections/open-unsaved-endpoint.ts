import { CONNECTION_TYPES, type ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { CONNECTORS } from '../../../engine/connectors/registry.ts'
import type { Query } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import { checkCredentials } from '../credentials/check-credentials.ts'
import { mergeCredentials } from '../credentials/merge-credentials.ts'
import { RequestError } from '../request-error.ts'
import { requireIntegration } from './change-connections.ts'
import { checkConfig, checkIntegrationType } from './check-connection.ts'
import type { OpenedConnection } from './open-endpoint.ts'

/** A connection as typed so far. */
export interface DraftConnection {
  readonly type: ConnectionType
  readonly integrationId: string | undefined
  readonly config: Readonly<Record<string, unknown>>
  /** For merged types; masked secrets mean those of the integration. */
  readonly credentials: Readonly<Record<string, unknown>> | undefined
}

/**
 * A connection as typed so far, ready for a test. Credentials in the form have priority over stored ones; a masked secret means the
 * stored one only if it would be sent to the place for which its owner typed it. @throws RequestError
 */
export async function openUnsavedEndpoint(
  query: Query,
  vault: Vault,
  organizationId: string,
  draft: DraftConnection,
): Promise<OpenedConnection> {
  const connector = CONNECTORS[draft.type]
  const config = checkConfig(draft.type, draft.config)
  if (draft.integrationId === undefined) {
    const [integrationType] = CONNECTION_TYPES[draft.type].integrations
    if (!CONNECTION_TYPES[draft.type].merged || !draft.credentials) {
      throw new RequestError(
        'invalid',
        'INTEGRATION_REQUIRED',
        sentence`Integration ID is required for this connection type`,
        {
          field: 'integration_id',
        },
      )
    }
    const credentials = checkCredentials(integrationType, draft.credentials)
    return { connector, endpoint: { integration: integrationType, credentials, config } }
  }

  const integration = await requireIntegration(query, organizationId, draft.integrationId)
  checkIntegrationType(draft.type, integration.type)
  const stored = vault.open({ organizationId, integrationId: integration.id }, integration.credentials)
  const credentials = draft.credentials ? mergeCredentials(integration.type, stored, draft.credentials) : stored
  const standIn = { organizationId, integrationId: integration.id }
  const endpoint = {
    integration: integration.type,
    credentials,
    config,
    ...defined({ standIn: integration.is_stand_in ? standIn : undefined }),
  }
  return { connector, endpoint }
}
