import type { IntegrationType } from '../../../core/catalog/connections/integration-types.ts'
import type { SealedCredentials } from '../../vault/vault.ts'
import { first, only, type Query } from '../database/database.ts'
import { HAS_FAILED_TEST } from './connections.ts'

export interface IntegrationRow {
  readonly id: string
  readonly name: string
  readonly type: IntegrationType
  readonly merged: boolean
  readonly credentials: SealedCredentials
  /** The time when a withdrawn consent was found. */
  readonly reconnect_since: Date | null
  /** A stand-in on the machine of the server plays the system. */
  readonly is_stand_in: boolean
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

const COLUMNS = 'id, name, type, merged, credentials, reconnect_since, is_stand_in, version, created_at, updated_at'

export const listIntegrations = (query: Query, organizationId: string): Promise<IntegrationRow[]> =>
  query<IntegrationRow>(`select ${COLUMNS} from integrations where organization_id = $1 order by lower(name), id`, [
    organizationId,
  ])

export const findIntegration = (query: Query, organizationId: string, id: string) =>
  first(
    query<IntegrationRow>(`select ${COLUMNS} from integrations where organization_id = $1 and id = $2`, [
      organizationId,
      id,
    ]),
  )

export interface NewIntegrationRow extends Pick<IntegrationRow, 'id' | 'name' | 'type' | 'merged' | 'credentials'> {
  /** Absent: the system itself. */
  readonly isStandIn?: true
}

export const insertIntegration = (query: Query, organizationId: string, row: NewIntegrationRow) =>
  only(
    query<IntegrationRow>(
      `insert into integrations (organization_id, id, name, type, merged, credentials, is_stand_in) values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
      [organizationId, row.id, row.name, row.type, row.merged, row.credentials, row.isStandIn ?? false],
    ),
  )

interface ChangedIntegration extends Pick<IntegrationRow, 'id' | 'name' | 'credentials'> {
  /** The expected version; absent: any. */
  readonly version?: number | undefined
}

/** New credentials may work: failed tests of the connections that use them are deleted. @returns nothing if it has another version than the expected one */
export async function updateIntegration(
  query: Query,
  organizationId: string,
  { id, name, credentials, version }: ChangedIntegration,
): Promise<IntegrationRow | undefined> {
  const [row] = await query<IntegrationRow>(
    `with forgotten as (
       update connections set last_test = null from integrations as before
       where before.organization_id = $1 and before.id = $2 and before.credentials is distinct from $4
         and connections.organization_id = $1 and integration_id = before.id and ${HAS_FAILED_TEST})
     update integrations set name = $3, credentials = $4, updated_at = now(), version = version + 1
     where organization_id = $1 and id = $2 and ($5::integer is null or version = $5) returning ${COLUMNS}`,
    [organizationId, id, name, credentials, version ?? null],
  )
  return row
}

/** Gives the credentials of a merged type the name of their connection, unless another connection uses them too. */
export const renameMergedIntegration = (query: Query, organizationId: string, connectionId: string) =>
  query(
    `update integrations set name = connections.name, updated_at = now() from connections
     where connections.organization_id = $1 and connections.id = $2 and integrations.organization_id = $1
       and integrations.id = connections.integration_id and merged and integrations.name <> connections.name
       and not exists (select from connections others where others.organization_id = $1
         and others.integration_id = integrations.id and others.id <> $2)`,
    [organizationId, connectionId],
  )

/** Keeps the first time at which it was found; `false` means that the consent is valid again. */
export const markReconnect = (query: Query, organizationId: string, id: string, isNeeded: boolean): Promise<object[]> =>
  query(
    `update integrations set reconnect_since = case when $3 then coalesce(reconnect_since, now()) end
     where organization_id = $1 and id = $2 and (reconnect_since is not null) is distinct from $3`,
    [organizationId, id, isNeeded],
  )
