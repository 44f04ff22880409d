import { isByConsent } from '../../../core/catalog/connections/integration-types.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { findConnection } from '../../store/connections/connections.ts'
import { findIntegration, markReconnect } from '../../store/connections/integrations.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import { RequestError } from '../request-error.ts'
import type { GoogleOauth } from './google-oauth.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  /** Absent if no Google client is configured. */
  readonly google: GoogleOauth | undefined
}

/** Both settle if the consent is valid, for integrations that need no consent, and if Google does not answer. */
export interface ConfirmConsent {
  /** @throws RequestError REAUTH_REQUIRED */
  ofIntegration(organizationId: string, integrationId: string): Promise<void>
  /** @throws RequestError REAUTH_REQUIRED */
  ofConnection(organizationId: string, connectionId: string): Promise<void>
}

/** Asks Google whether a consent is still valid, and stores the answer with the integration, where people see it. */
export function makeConfirmConsent({ database, vault, google }: Deps): ConfirmConsent {
  const ofIntegration = async (organizationId: string, integrationId: string) => {
    const integration = await database.inOrganization(organizationId, (query) =>
      findIntegration(query, organizationId, integrationId),
    )
    if (!google || !integration || integration.is_stand_in || !isByConsent(integration.type)) return
    const { refresh_token: token } = vault.open({ organizationId, integrationId }, integration.credentials)
    const standing = typeof token === 'string' ? await google.standing(token) : 'withdrawn'
    if (standing === 'unknown') return
    const isWithdrawn = standing === 'withdrawn'
    await database.inOrganization(organizationId, (query) =>
      markReconnect(query, organizationId, integrationId, isWithdrawn),
    )
    if (isWithdrawn) {
      const message = sentence`Google no longer gives access through “${integration.name}”. Connect it again on the integrations page.`
      throw new RequestError('invalid', 'REAUTH_REQUIRED', message, {
        field: 'integration_id',
        integration_id: integrationId,
      })
    }
  }
  return {
    ofIntegration,
    ofConnection: async (organizationId, connectionId) => {
      const connection = await database.inOrganization(organizationId, (query) =>
        findConnection(query, organizationId, connectionId),
      )
      if (connection) await ofIntegration(organizationId, connection.integration_id)
    },
  }
}
