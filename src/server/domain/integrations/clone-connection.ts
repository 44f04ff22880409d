import { randomUUID } from 'node:crypto'

import type { Capability } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { type ConnectionRow, insertConnection } from '../../store/connections/connections.ts'
import { type IntegrationRow, insertIntegration } from '../../store/connections/integrations.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import type { Vault } from '../../vault/vault.ts'
import { requireConnection, requireIntegration } from '../connections/change-connections.ts'
import { checkCapability, checkConfig } from '../connections/check-connection.ts'
import { keepConnectionVersion } from '../connections/connection-versions.ts'
import { applyDraftTest } from '../connections/draft-tests.ts'
import { mergeCredentials } from '../credentials/merge-credentials.ts'
import { type Member, requirePermissionsFor } from '../members/member.ts'
import { keepIntegrationVersion } from './keep-integration-version.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

interface WantedClone {
  readonly name: string
  readonly capability: Capability
  readonly config: Readonly<Record<string, unknown>>
  /** Changes of the credentials that a merged connection has of its own; absent and masked secrets stay those of the original. */
  readonly credentials: Readonly<Record<string, unknown>> | undefined
}

/**
 * A second connection like the first. Credentials of its own are copied on the server and sealed for the new integration; a secret is copied
 * only if it is sent to the place for which it was typed. @throws RequestError
 */
export const cloneConnection = (
  { database, vault }: Deps,
  member: Member,
  id: string,
  { name, credentials, ...wanted }: WantedClone,
): Promise<ConnectionRow> =>
  database.inOrganization(member.organizationId, async (query) => {
    const { organizationId, person } = member
    const original = await requireConnection(query, organizationId, id)
    const integration = await requireIntegration(query, organizationId, original.integration_id)
    requirePermissionsFor(member, 'connection', { ownsCredentials: integration.merged }, 'clone')
    const ownIntegration = integration.merged
      ? await copyIntegration({ query, vault, member }, integration, { name, credentials: credentials ?? {} })
      : integration.id
    const row = await insertConnection(query, organizationId, {
      name,
      type: original.type,
      integration_id: ownIntegration,
      capability: checkCapability(original.type, wanted.capability),
      config: checkConfig(original.type, wanted.config),
    })
    await recordAudit(query, organizationId, person, { action: 'connection.created', id: row.id, name })
    await keepConnectionVersion(query, organizationId, row, { by: person.uid })
    return applyDraftTest({ query, vault, organizationId }, row)
  })

async function copyIntegration(
  { query, vault, member }: { readonly query: Query; readonly vault: Vault; readonly member: Member },
  { id: original, type, is_stand_in: isStandIn, ...sealed }: IntegrationRow,
  { name, credentials: change }: Required<Pick<WantedClone, 'name' | 'credentials'>>,
): Promise<string> {
  const { organizationId, person } = member
  const stored = vault.open({ organizationId, integrationId: original }, sealed.credentials)
  const merged = mergeCredentials(type, stored, change ?? {})
  const id = randomUUID()
  const credentials = vault.seal({ organizationId, integrationId: id }, merged)
  await recordAudit(query, organizationId, person, { action: 'integration.created', id, name })
  const inserted = await insertIntegration(
    query,
    organizationId,
    defined({ id, name, type, merged: true, credentials, isStandIn: isStandIn || undefined }),
  )
  await keepIntegrationVersion(query, organizationId, inserted, merged, { by: person.uid })
  return id
}
