import type { Capability, ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import { first, only, type Query } from '../database/database.ts'
import { NOT_DRY } from '../runs/counted-runs.ts'

export interface LastTest {
  readonly ok: boolean
  readonly at: string
  /** The stage at which it failed. */
  readonly stage?: string
  readonly milliseconds?: number
}

export interface ConnectionRow {
  readonly id: string
  readonly name: string
  readonly type: ConnectionType
  readonly capability: Capability
  readonly integration_id: string
  readonly config: Record<string, unknown>
  readonly last_test: LastTest | null
  /** A stand-in on the machine of the server plays the system. */
  readonly is_stand_in: boolean
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

const COLUMNS = `id, name, type, capability, integration_id, config, last_test, version, created_at, updated_at,
  exists (select from integrations i where i.organization_id = connections.organization_id and i.id = connections.integration_id and i.is_stand_in) as is_stand_in`

export const HAS_FAILED_TEST = `(last_test->>'ok' = 'false')`

export const listConnections = (query: Query, organizationId: string): Promise<ConnectionRow[]> =>
  query<ConnectionRow>(`select ${COLUMNS} from connections where organization_id = $1 order by lower(name), id`, [
    organizationId,
  ])

export const findConnection = (query: Query, organizationId: string, id: string) =>
  first(
    query<ConnectionRow>(`select ${COLUMNS} from connections where organization_id = $1 and id = $2`, [
      organizationId,
      id,
    ]),
  )

export type NewConnectionRow = Pick<ConnectionRow, 'name' | 'type' | 'capability' | 'integration_id' | 'config'>

export const insertConnection = (query: Query, organizationId: string, row: NewConnectionRow) =>
  only(
    query<ConnectionRow>(
      `insert into connections (organization_id, name, type, capability, integration_id, config)
     values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
      [organizationId, row.name, row.type, row.capability, row.integration_id, row.config],
    ),
  )

interface ChangedConnection extends Pick<ConnectionRow, 'id' | 'name' | 'capability' | 'config'> {
  /** The expected version; absent: any. */
  readonly version: number | undefined
}

/** A changed connection may work now, so an earlier failed test is no longer valid. @returns nothing if it has another version than the expected one */
export async function updateConnection(
  query: Query,
  organizationId: string,
  { id, name, capability, config, version }: ChangedConnection,
): Promise<ConnectionRow | undefined> {
  const [row] = await query<ConnectionRow>(
    `update connections set name = $3, capability = $4, config = $5, updated_at = now(), version = version + 1,
       last_test = case when ${HAS_FAILED_TEST} and (capability, config) is distinct from ($4, $5::jsonb) then null else last_test end
     where organization_id = $1 and id = $2 and ($6::integer is null or version = $6) returning ${COLUMNS}`,
    [organizationId, id, name, capability, config, version ?? null],
  )
  return row
}

/** Keeps a test for the history of the connection, and as its last one. */
export const saveLastTest = (query: Query, organizationId: string, id: string, lastTest: LastTest): Promise<object[]> =>
  query(
    `with tested as (
       update connections set last_test = $3::jsonb where organization_id = $1 and id = $2 returning organization_id, id)
     insert into connection_tests (organization_id, connection_id, at, ok, stage, milliseconds)
     select organization_id, id, ($3::jsonb->>'at')::timestamptz, ($3::jsonb->>'ok')::boolean, $3::jsonb->>'stage',
       coalesce(($3::jsonb->>'milliseconds')::integer, 0) from tested on conflict do nothing`,
    [organizationId, id, lastTest],
  )

/** After a successful run both connections work: a test that failed before the run began is deleted. */
export const forgetFailedTests = (query: Query, runId: string): Promise<object[]> =>
  query(
    `update connections set last_test = null from runs
     where runs.id = $1 and connections.organization_id = runs.organization_id
       and connections.id::text in (flow_snapshot->>'sourceConnectionId', flow_snapshot->>'destinationConnectionId')
       and ${HAS_FAILED_TEST} and (last_test->>'at')::timestamptz < runs.started_at and ${NOT_DRY}`,
    [runId],
  )

/** The names of the flows that read from or write to a connection. */
export const flowsUsing = (query: Query, organizationId: string, connectionId: string) =>
  query<{ id: string; name: string }>(
    `select id, name from flows where organization_id = $1 and $2 in (source_connection_id, destination_connection_id) order by lower(name)`,
    [organizationId, connectionId],
  )

/** The complete connections that use an integration. */
export const connectionsOver = (query: Query, organizationId: string, integrationId: string) =>
  query<ConnectionRow>(`select ${COLUMNS} from connections where organization_id = $1 and integration_id = $2`, [
    organizationId,
    integrationId,
  ])

export const connectionsUsing = (query: Query, organizationId: string, integrationId: string) =>
  query<{ id: string; name: string }>(
    'select id, name from connections where organization_id = $1 and integration_id = $2 order by lower(name)',
    [organizationId, integrationId],
  )

/** @returns whether one of the connections, or the integration of one, was saved after that time */
export const wereConnectionsChanged = async (
  query: Query,
  organizationId: string,
  ids: readonly string[],
  after: Date,
) =>
  (
    await query<object>(
      `select from connections left join integrations on integrations.id = integration_id
       where connections.organization_id = $1 and connections.id = any ($2) and greatest(connections.updated_at, integrations.updated_at) > $3`,
      [organizationId, ids, after],
    )
  ).length > 0
