import type { RecordedTable } from '../../../ports/change-batch.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { INTERNAL_PREFIX, type RelationName, sqlName } from '../schema/relation-name.ts'
import { statesTable } from './mirror-states.ts'

const changesTable = (schema: string): RelationName => ({ schema, name: `${INTERNAL_PREFIX}changes` })

/** A fixed lock number of this product. */
const CREATION_LOCK = 7_061_984

/** Bytes of waiting changes that are read at once. */
const PIECE_BYTES = 8 << 20
const PIECE_ROWS = 10_000

export interface MirrorKey {
  readonly flowId: string
  /** In which the position and what waits are kept. */
  readonly schema: string
}

/** The tables of our own that a mirror needs in the destination. @param schemas of the targets */
export async function createMirrorTables(
  session: PostgresSession,
  schema: string,
  schemas: readonly string[],
): Promise<void> {
  const states = schemas.map(
    (
      name,
    ) => `CREATE TABLE IF NOT EXISTS ${sqlName(statesTable(name))} (flow_id text NOT NULL, entity text NOT NULL, target text NOT NULL, state text NOT NULL,
      since text, moment text, until text, problem json, needs_copy boolean NOT NULL DEFAULT false, shape json, made text, changed_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (flow_id, entity));`,
  )
  await session.query(`BEGIN; SELECT pg_catalog.pg_advisory_xact_lock(${CREATION_LOCK}); ${states.join(' ')}
    CREATE TABLE IF NOT EXISTS ${sqlName(changesTable(schema))} (flow_id text NOT NULL, entity text NOT NULL, number bigserial NOT NULL,
      shape json NOT NULL, changes bytea NOT NULL, PRIMARY KEY (flow_id, entity, number));
    COMMIT`)
  for (const name of schemas) await addMade(session, statesTable(name))
}

/** Tables that earlier versions have made know nothing of steps. */
async function addMade(session: PostgresSession, states: RelationName): Promise<void> {
  const [known] = await session.query(
    `SELECT FROM pg_catalog.pg_attribute WHERE attrelid = $1::pg_catalog.regclass AND attname = 'made' AND NOT attisdropped`,
    [sqlName(states)],
  )
  if (!known) await session.query(`ALTER TABLE ${sqlName(states)} ADD COLUMN IF NOT EXISTS made text`)
}

/** @returns how many bytes of changes wait, by table */
export async function readWaiting(
  session: PostgresSession,
  { flowId, schema }: MirrorKey,
): Promise<Map<string, number>> {
  const rows = await session.query(
    `SELECT entity, pg_catalog.sum(pg_catalog.octet_length(changes)) AS bytes FROM ${sqlName(changesTable(schema))} WHERE flow_id = $1 GROUP BY entity`,
    [flowId],
  )
  return new Map(rows.map((row) => [row['entity'] ?? '', Number(row['bytes'])]))
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
         FROM (SELECT number, changes FROM ${sqlName(changesTable(schema))} WHERE flow_id = $1 AND entity = $2 ORDER BY number LIMIT ${PIECE_ROWS}) oldest) waiting
       WHERE before < $3)
     RETURNING number, shape, pg_catalog.encode(changes, 'base64') AS changes`,
    [flowId, entity, PIECE_BYTES],
  )
  return [...rows]
    .sort((one, other) => Number(one['number']) - Number(other['number']))
    .map((row) => ({ table: JSON.parse(row['shape'] ?? ''), bytes: Buffer.from(row['changes'] ?? '', 'base64') }))
}

/** Part of a transaction. @param entities absent: all */
export async function forgetWaiting(
  session: PostgresSession,
  { flowId, schema }: MirrorKey,
  entities?: readonly string[],
): Promise<void> {
  await session.query(
    `DELETE FROM ${sqlName(changesTable(schema))} WHERE flow_id = $1 AND ($2::json IS NULL OR entity IN (SELECT pg_catalog.json_array_elements_text($2::json)))`,
    [flowId, entities ? JSON.stringify(entities) : null],
  )
}
