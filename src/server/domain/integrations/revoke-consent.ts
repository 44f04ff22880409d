import { isByConsent } from '../../../core/catalog/connections/integration-types.ts'
import type { ForgottenIntegration } from '../../store/trash/trash.ts'
import { type Vault, VaultError } from '../../vault/vault.ts'
import type { GoogleOauth } from './google-oauth.ts'

interface Deps {
  readonly vault: Vault
  /** Absent if no Google client is configured. */
  readonly google: GoogleOauth | undefined
}

/** Gives a consent back to its vendor after its integration was deleted permanently; nothing for an integration with other credentials. */
export async function revokeConsent(
  { vault, google }: Deps,
  { id, organization_id: organizationId, type, credentials }: ForgottenIntegration,
): Promise<void> {
  if (!google || !isByConsent(type)) return
  try {
    const { refresh_token: token } = vault.open({ organizationId, integrationId: id }, credentials)
    if (typeof token === 'string') await google.revoke(token)
  } catch (error) {
    // Sealed with a lost key: the consent cannot be revoked.
    if (!(error instanceof VaultError)) throw error
  }
}
