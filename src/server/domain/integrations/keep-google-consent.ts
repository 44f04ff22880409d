import { randomUUID } from 'node:crypto'

import type { IntegrationType } from '../../../core/catalog/connections/integration-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { isAllowed } from '../../../core/catalog/permissions.ts'
import type { GoogleConsentRow } from '../../store/connections/google-consents.ts'
import {
  findIntegration,
  insertIntegration,
  markReconnect,
  updateIntegration,
} from '../../store/connections/integrations.ts'
import type { Query } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { listMembers } from '../../store/organizations/members.ts'
import type { Vault } from '../../vault/vault.ts'
import type { GoogleTokens } from './google-oauth.ts'
import { keepIntegrationVersion } from './keep-integration-version.ts'

type Consent = Pick<GoogleConsentRow, 'organization_id' | 'user_uid' | 'integration_name' | 'integration_id'>

/** Whether the person who started the consent still has the permission: up to ten minutes may have passed. */
export async function mayConnect(query: Query, { organization_id, user_uid }: Consent): Promise<boolean> {
  const members = await listMembers(query, organization_id)
  const roles = members.find((member) => member.user_uid === user_uid)?.roles ?? []
  return isAllowed(roles, 'integration.write')
}

/**
 * Stores Google's credentials: as a new integration, or in the one that gets a new consent. There it must be the same
 * account, because connections depend on that account's access.
 */
export async function keepGoogleConsent(
  query: Query,
  vault: Vault,
  consent: Consent,
  { refreshToken, scope, email, type }: GoogleTokens & { readonly type: IntegrationType },
): Promise<'connected' | 'other-account' | 'expired'> {
  const { organization_id: organizationId, integration_id: known, user_uid: uid } = consent
  const granted = { refresh_token: refreshToken, scope, ...defined({ email }) }
  const id = known ?? randomUUID()
  const owner = { organizationId, integrationId: id }

  if (known === null) {
    const name = consent.integration_name
    const credentials = vault.seal(owner, { name, ...granted })
    await insertIntegration(query, organizationId, { id, name, type, merged: false, credentials })
    await recordAudit(query, organizationId, { uid }, { action: 'integration.created', id, name })
    return 'connected'
  }

  const row = await findIntegration(query, organizationId, id)
  if (!row) return 'expired'
  const stored = vault.open(owner, row.credentials)
  if (stored['email'] !== undefined && stored['email'] !== email) return 'other-account'
  const credentials = vault.seal(owner, { ...stored, ...granted })
  const updated = await updateIntegration(query, organizationId, { id, name: row.name, credentials })
  const changes = [{ path: ['credentials'], kind: 'changed' as const }]
  if (updated) await keepIntegrationVersion(query, organizationId, updated, stored, { by: uid, changes })
  await markReconnect(query, organizationId, id, false)
  await recordAudit(query, organizationId, { uid }, { action: 'integration.reconnected', id, name: row.name })
  return 'connected'
}
