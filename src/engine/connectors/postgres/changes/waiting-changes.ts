import type { RecordedTable } from '../../../ports/change-batch.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import { INTERNAL_PREFIX, type RelationName, sqlName } from '../schema/relation-name.ts'

/** What a mirror knows of a table, beside the place in the log that all tables have in common. */
export interface TableState {
  /** Whether its changes wait for the end of a copy, or for a person. */
  readonly waits: boolean
  /** Of a table that waits: a copy must see everything that had begun then. */
  readonly since?: string | undefined
  /** Of a table that follows: what its copy sees. */
  readonly moment?: string | undefined
  /** Everything after this place in the log is newer than the copy. */
  readonly until?: string | undefined
}

const statesTable = (schema: string): RelationName => ({ schema, name: `${INTERNAL_PREFIX}mirror` })
const changesTable = (schema: string): RelationName => ({ schema, name: `${INTERNAL_PREFIX}changes` })

/** A fixed lock number of this product. */
const CREATION_LOCK = 7_061_984

/** Bytes of waiting changes that are read at once. */
const PIECE_BYTES = 8 << 20

export interface MirrorKey {
  readonly flowId: string
  /** In which the position and what waits are kept. */
  readonly schema: string
}

/** The tables of our own that a mirror needs in the destination. */
export async function createMirrorTables(session: PostgresSession, schema: string): Promise<void> {
  await session.query(`BEGIN; SELECT pg_catalog.pg_advisory_xact_lock(${CREATION_LOCK});
    CREATE TABLE IF NOT EXISTS ${sqlName(statesTable(schema))} (flow_id text NOT NULL, entity text NOT NULL, waits boolean NOT NULL,
      since text, moment text, until text, changed_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (flow_id, entity));
    CREATE TABLE IF NOT EXISTS ${sqlName(changesTable(schema))} (flow_id text NOT NULL, entity text NOT NULL, number bigserial NOT NULL,
      shape json NOT NULL, changes bytea NOT NULL, PRIMARY KEY (flow_id, entity, number));
    COMMIT`)
}

export async function readStates(
  session: PostgresSession,
  { flowId, schema }: MirrorKey,
): Promise<Map<string, TableState>> {
  const rows = await session.query(
    `SELECT entity, waits, since, moment, until FROM ${sqlName(statesTable(schema))} WHERE flow_id = $1`,
    [flowId],
  )
  return new Map(rows.map((row) => [row['entity'] ?? '', stateOf(row)]))
}

const stateOf = (row: TextRow): TableState => ({
  waits: row['waits'] === 't',
  since: row['since'] ?? undefined,
  moment: row['moment'] ?? undefined,
  until: row['until'] ?? undefined,
})

/** Part of a transaction. */
export async function writeState(
  session: PostgresSession,
  { flowId, schema }: MirrorKey,
  entity: string,
  { waits, since, moment, until }: TableState,
): Promise<void> {
  await session.query(
    `INSERT INTO ${sqlName(statesTable(schema))} (flow_id, entity, waits, since, moment, until) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (flow_id, entity) DO UPDATE SET waits = excluded.waits, since = excluded.since, moment = excluded.moment, until = excluded.until, changed_at = now()`,
    [flowId, entity, String(waits), since ?? null, moment ?? null, until ?? null],
  )
}

/** Part of a transaction. */
export async function addWaiting(
  session: PostgresSession,
  { flowId, schema }: MirrorKey,
  { table, bytes }: RecordedTable,
): Promise<void> {
  await session.query(
    `INSERT INTO ${sqlName(changesTable(schema))} (flow_id, entity, shape, changes) VALUES ($1, $2, $3, pg_catalog.decode($4, 'base64'))`,
    [flowId, table.name, JSON.stringify(table), bytes.toString('base64')],
  )
}

/** Part of a transaction: takes the oldest changes that wait. @returns nothing if none wait */
export async function takeWaiting(
  session: PostgresSession,
  { flowId, schema }: MirrorKey,
  entity: string,
): Promise<readonly RecordedTable[]> {
  const rows = await session.query(
    `DELETE FROM ${sqlName(changesTable(schema))} WHERE flow_id = $1 AND entity = $2 AND number IN (
       SELECT number FROM (SELECT number, pg_catalog.sum(pg_catalog.octet_length(changes)) OVER (ORDER BY number) - pg_catalog.octet_length(changes) AS before
         FROM ${sqlName(changesTable(schema))} WHERE flow_id = $1 AND entity = $2) waiting WHERE before < $3)
     RETURNING number, shape, pg_catalog.encode(changes, 'base64') AS changes`,
    [flowId, entity, PIECE_BYTES],
  )
  return [...rows]
    .sort((one, other) => Number(one['number']) - Number(other['number']))
    .map((row) => ({ table: JSON.parse(row['shape'] ?? ''), bytes: Buffer.from(row['changes'] ?? '', 'base64') }))
}

/** Part of a transaction. @param entities absent: all */
export async function forgetTables(
  session: PostgresSession,
  { flowId, schema }: MirrorKey,
  entities?: readonly string[],
): Promise<void> {
  for (const table of [statesTable(schema), changesTable(schema)])
    await session.query(
      `DELETE FROM ${sqlName(table)} WHERE flow_id = $1 AND ($2::json IS NULL OR entity IN (SELECT pg_catalog.json_array_elements_text($2::json)))`,
      [flowId, entities ? JSON.stringify(entities) : null],
    )
}
