import { isDeepStrictEqual } from 'node:util'
import { type Capability, type ConnectionType, isMerged } from '../../../core/catalog/connections/connection-types.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { firstNames } from '../../../core/catalog/sentence-lists.ts'
import {
  type ConnectionRow,
  findConnection,
  flowsUsing,
  insertConnection,
  listConnections,
  updateConnection,
} from '../../store/connections/connections.ts'
import { findIntegration, renameMergedIntegration } from '../../store/connections/integrations.ts'
import { type Database, ofOrganization, type Query } from '../../store/database/database.ts'
import { awaitsEndOfMirror } from '../../store/mirrors/mirrors.ts'
import { type AuditChange, recordAudit } from '../../store/organizations/audit.ts'
import { moveToTrash } from '../../store/trash/trash.ts'
import type { Vault } from '../../vault/vault.ts'
import { changesOf } from '../audit/changes-of.ts'
import { changedElsewhere, isCurrentVersion, refuseWrongVersion } from '../expected-version.ts'
import { type Member, requirePermissionsFor } from '../members/member.ts'
import { notFound, RequestError } from '../request-error.ts'
import { checkCapability, checkConfig, checkIntegrationType } from './check-connection.ts'
import { keepConnectionVersion } from './connection-versions.ts'
import { applyDraftTest } from './draft-tests.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

interface NewConnection {
  readonly name: string
  readonly type: ConnectionType
  readonly capability: Capability
  readonly integrationId: string
  readonly config: Readonly<Record<string, unknown>>
}

/** Absent fields stay unchanged. */
interface ConnectionChange {
  readonly name: string | undefined
  readonly capability: Capability | undefined
  readonly config: Readonly<Record<string, unknown>> | undefined
  /** The version that the caller has seen. Absent: the change overwrites any version. */
  readonly version: number | undefined
}

export const readConnections = ofOrganization(listConnections)

/** One transaction of the store. */
interface Scope {
  readonly query: Query
  readonly vault: Vault
}

/** @throws RequestError */
export const createConnection = (
  { database, vault }: Deps,
  member: Member,
  connection: NewConnection,
): Promise<ConnectionRow> =>
  database.inOrganization(member.organizationId, (query) => addConnection({ query, vault }, member, connection))

/** Creates a connection in a transaction. @throws RequestError */
export async function addConnection(
  { query, vault }: Scope,
  { organizationId, person }: Member,
  { name, type, integrationId, ...wanted }: NewConnection,
): Promise<ConnectionRow> {
  const integration = await requireIntegration(query, organizationId, integrationId)
  checkIntegrationType(type, integration.type)
  const capability = checkCapability(type, wanted.capability)
  const config = checkConfig(type, wanted.config)
  const values = { name, type, integration_id: integrationId, capability, config }
  const row = await insertConnection(query, organizationId, values)
  await recordAudit(query, organizationId, person, { action: 'connection.created', id: row.id, name })
  await keepConnectionVersion(query, organizationId, row, { by: person.uid })
  return applyDraftTest({ query, vault, organizationId }, row)
}

/** @throws RequestError */
export const changeConnection = (
  { database, vault }: Deps,
  member: Member,
  id: string,
  change: ConnectionChange,
): Promise<ConnectionRow> =>
  database.inOrganization(
    member.organizationId,
    async (query) => (await saveConnection({ query, vault }, member, id, change)).row,
  )

/** Changes a connection in a transaction. @throws RequestError */
export async function saveConnection(
  { query, vault }: Scope,
  { organizationId, person }: Member,
  id: string,
  { name, capability, config, version }: ConnectionChange,
): Promise<{ readonly row: ConnectionRow; readonly changes: readonly AuditChange[] }> {
  refuseWrongVersion(version, 'connection')
  const row = await requireConnection(query, organizationId, id)
  const audited = ({ name, capability, config }: Pick<ConnectionRow, 'name' | 'capability' | 'config'>) => ({
    name,
    capability,
    config,
  })
  const wanted = {
    name: name ?? row.name,
    capability: capability === undefined ? row.capability : checkCapability(row.type, capability),
    config: config === undefined ? row.config : checkConfig(row.type, config),
  }
  // An edit of nothing is no version; a test from before it counts.
  if (isCurrentVersion(version, row) && isDeepStrictEqual(wanted, audited(row)))
    return { row: await applyDraftTest({ query, vault, organizationId }, row), changes: [] }
  const updated = await updateConnection(query, organizationId, { id, version, ...wanted })
  if (!updated) throw changedElsewhere('connection')
  if (updated.name !== row.name) await renameMergedIntegration(query, organizationId, id)
  const changes = changesOf(audited(row), audited(updated))
  await recordAudit(query, organizationId, person, { action: 'connection.updated', id, name: updated.name, changes })
  await keepConnectionVersion(query, organizationId, updated, { by: person.uid, changes })
  return { row: await applyDraftTest({ query, vault, organizationId }, updated), changes }
}

/** Moves a connection to the trash. @throws RequestError conflict while flows use it */
export const removeConnection = ({ database }: Deps, member: Member, id: string): Promise<void> =>
  database.inOrganization(member.organizationId, (query) => trashConnection(query, member, id))

/** Moves a connection to the trash in a transaction. @throws RequestError conflict while flows use it */
export async function trashConnection(query: Query, member: Member, id: string): Promise<void> {
  const { organizationId, person } = member
  const row = await requireConnection(query, organizationId, id)
  requirePermissionsFor(member, 'connection', { ownsCredentials: isMerged(row.type) }, 'delete')
  const flows = await flowsUsing(query, organizationId, id)
  if (flows.length > 0) {
    const names = firstNames(flows.map(({ name }) => name))
    throw new RequestError('conflict', 'CONNECTION_IN_USE', sentence`Flows still use this connection: ${names}`, {
      flows,
    })
  }
  // Without the connection nobody could tell the source, which would keep its log until its disk is full.
  if (await awaitsEndOfMirror(query, organizationId, id))
    throw new RequestError(
      'conflict',
      'CONNECTION_IN_USE',
      sentence`A mirror has ended, and this source still keeps its log for it. Try again in a moment.`,
      { flows },
    )
  await moveToTrash(query, organizationId, { kind: 'connection', id, name: row.name, by: person.uid })
  await recordAudit(query, organizationId, person, { action: 'connection.deleted', id, name: row.name })
}

/** @throws RequestError not found */
export async function requireConnection(query: Query, organizationId: string, id: string): Promise<ConnectionRow> {
  const row = await findConnection(query, organizationId, id)
  if (!row) throw notFound()
  return row
}

/** The integration of a request. @throws RequestError invalid, with the field */
export async function requireIntegration(query: Query, organizationId: string, id: string) {
  const integration = await findIntegration(query, organizationId, id)
  if (integration) return integration
  throw new RequestError('invalid', 'INTEGRATION_NOT_FOUND', sentence`Integration not found`, {
    field: 'integration_id',
  })
}
