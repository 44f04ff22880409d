import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  INTEGRATION_TYPES,
  type IntegrationType,
  isByConsent,
} from '../../../core/catalog/connections/integration-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { firstNames } from '../../../core/catalog/sentence-lists.ts'
import { connectionsOver, connectionsUsing } from '../../store/connections/connections.ts'
import {
  findIntegration,
  type IntegrationRow,
  insertIntegration,
  listIntegrations,
  markReconnect,
  updateIntegration,
} from '../../store/connections/integrations.ts'
import { type Database, ofOrganization, type Query } from '../../store/database/database.ts'
import { type AuditChange, recordAudit } from '../../store/organizations/audit.ts'
import { moveToTrash } from '../../store/trash/trash.ts'
import type { Vault } from '../../vault/vault.ts'
import { changesOf } from '../audit/changes-of.ts'
import { applyDraftTest } from '../connections/draft-tests.ts'
import { checkCredentials } from '../credentials/check-credentials.ts'
import { checkPassphrase } from '../credentials/check-keys.ts'
import { mergeCredentials } from '../credentials/merge-credentials.ts'
import { changedElsewhere, isCurrentVersion, refuseWrongVersion } from '../expected-version.ts'
import type { Member } from '../members/member.ts'
import { invalid, notFound, RequestError } from '../request-error.ts'
import { isShown, keepIntegrationVersion } from './keep-integration-version.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

type Credentials = Readonly<Record<string, unknown>>

interface NewIntegration {
  readonly name: string
  readonly type: IntegrationType
  /** Absent: the name of the type. */
  readonly merged: boolean | undefined
  readonly credentials: Credentials
}

/** Absent fields stay unchanged. */
interface IntegrationChange {
  readonly name: string | undefined
  /** Only the same type is allowed. */
  readonly type: IntegrationType | undefined
  readonly credentials: Credentials | undefined
  /** The version that the caller has seen. Absent: the change overwrites any version. */
  readonly version: number | undefined
}

export const readIntegrations = ofOrganization(listIntegrations)

/** One transaction of the store. */
interface Scope {
  readonly query: Query
  readonly vault: Vault
}

/** @throws RequestError */
export async function createIntegration(
  { database, vault }: Deps,
  member: Member,
  integration: NewIntegration,
): Promise<IntegrationRow> {
  await checkPassphrase(integration.credentials)
  return database.inOrganization(member.organizationId, (query) =>
    addIntegration({ query, vault }, member, integration),
  )
}

/** Creates an integration in a transaction. @throws RequestError */
export async function addIntegration(
  { query, vault }: Scope,
  { organizationId, person }: Member,
  { name, type, ...wanted }: NewIntegration,
): Promise<IntegrationRow> {
  const id = randomUUID()
  const credentials = vault.seal({ organizationId, integrationId: id }, checkCredentials(type, wanted.credentials))
  const merged = wanted.merged ?? INTEGRATION_TYPES[type].merged
  await recordAudit(query, organizationId, person, { action: 'integration.created', id, name })
  const inserted = await insertIntegration(query, organizationId, { id, name, type, merged, credentials })
  await keepIntegrationVersion(query, organizationId, inserted, wanted.credentials, { by: person.uid })
  // Only a name was sent: nobody has been asked for consent yet.
  if (!isByConsent(type)) return inserted
  await markReconnect(query, organizationId, id, true)
  return (await findIntegration(query, organizationId, id)) ?? inserted
}

/** @throws RequestError */
export async function changeIntegration(
  { database, vault }: Deps,
  member: Member,
  id: string,
  change: IntegrationChange,
): Promise<IntegrationRow> {
  await checkPassphrase(change.credentials)
  return database.inOrganization(
    member.organizationId,
    async (query) => (await saveIntegration({ query, vault }, member, id, change)).row,
  )
}

/** Changes an integration in a transaction. @throws RequestError */
export async function saveIntegration(
  { query, vault }: Scope,
  { organizationId, person }: Member,
  id: string,
  { name, type, credentials: change, version }: IntegrationChange,
): Promise<{ readonly row: IntegrationRow; readonly changes: readonly AuditChange[] }> {
  refuseWrongVersion(version, 'integration')
  const row = await requireIntegration(query, organizationId, id)
  if (type !== undefined && type !== row.type) throw invalid(sentence`The type of an integration cannot change`, 'type')

  const owner = { organizationId, integrationId: id }
  const stored = vault.open(owner, row.credentials)
  const merged = change && mergeCredentials(row.type, stored, change)
  const credentials = merged ? vault.seal(owner, merged) : row.credentials
  const wanted = { id, name: name ?? row.name, credentials, version }
  // An edit of nothing is no version; a test from before it counts.
  const isKept =
    isCurrentVersion(version, row) && wanted.name === row.name && isDeepStrictEqual(merged ?? stored, stored)
  const updated = isKept ? row : await updateIntegration(query, organizationId, wanted)
  if (!updated) throw changedElsewhere('integration')
  for (const connection of await connectionsOver(query, organizationId, id))
    await applyDraftTest({ query, vault, organizationId }, connection)
  if (isKept) return { row, changes: [] }
  const changes = changesOf(
    defined({ name: row.name, credentials: merged && stored }),
    defined({ name: updated.name, credentials: merged }),
    ([outer, field]) => outer === 'credentials' && !isShown(row.type, field),
  )
  await recordAudit(query, organizationId, person, { action: 'integration.updated', id, name: updated.name, changes })
  await keepIntegrationVersion(query, organizationId, updated, merged ?? stored, { by: person.uid, changes })
  return { row: updated, changes }
}

/** Moves an unused integration to the trash. Its consent is given back when it is deleted permanently. @throws RequestError */
export const removeIntegration = ({ database }: Pick<Deps, 'database'>, member: Member, id: string): Promise<void> =>
  database.inOrganization(member.organizationId, (query) => trashIntegration(query, member, id))

/** Moves an unused integration to the trash in a transaction. @throws RequestError */
export async function trashIntegration(query: Query, { organizationId, person }: Member, id: string): Promise<void> {
  const { name } = await requireIntegration(query, organizationId, id)
  const connections = await connectionsUsing(query, organizationId, id)
  if (connections.length > 0) {
    const message = sentence`Connections still use this integration: ${firstNames(connections.map(({ name }) => name))}`
    throw new RequestError('conflict', 'INTEGRATION_IN_USE', message, { connections })
  }
  await moveToTrash(query, organizationId, { kind: 'integration', id, name, by: person.uid })
  await recordAudit(query, organizationId, person, { action: 'integration.deleted', id, name })
}

/** An integration with its credentials, ready for masking. @throws RequestError */
export const readIntegrationDetails = ({ database, vault }: Deps, { organizationId, person }: Member, id: string) =>
  database.inOrganization(organizationId, async (query) => {
    const integration = await requireIntegration(query, organizationId, id)
    const credentials = vault.open({ organizationId, integrationId: id }, integration.credentials)
    const { name } = integration
    await recordAudit(query, organizationId, person, { action: 'integration.details-read', id, name })
    return { integration, credentials }
  })

async function requireIntegration(query: Query, organizationId: string, id: string): Promise<IntegrationRow> {
  const row = await findIntegration(query, organizationId, id)
  if (!row) throw notFound()
  return row
}
