import type { TableOwnership } from '../../../ports/structure-builder.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { entityName, INTERNAL_PREFIX, parseRelationName, type RelationName, sqlName } from '../schema/relation-name.ts'
import { type FenceKey, fenced, fenceTable, hasFenceTable } from './fence.ts'

/**
 * Notes in the destination itself which tables a flow has created and still owes their structure (`due`), or has given it (`built`), and which
 * foreign keys it has built: only those may be dropped while rows are replaced.
 */
export const recordsTable = (schema: string): RelationName => ({ schema, name: `${INTERNAL_PREFIX}structure` })

const notesOf = (schema: string): string => sqlName(recordsTable(schema))

/** A fixed lock number of this product. */
const CREATION_LOCK = 7_061_982

async function hasNotes(session: PostgresSession, schema: string): Promise<boolean> {
  const [row] = await session.query('SELECT pg_catalog.to_regclass($1) IS NOT NULL AS found', [notesOf(schema)])
  return row?.['found'] === 't'
}

/** Called before tables of a schema are created. */
export async function createRecords(session: PostgresSession, schema: string): Promise<void> {
  if (await hasNotes(session, schema)) return
  await session.query(`SELECT pg_catalog.pg_advisory_xact_lock(${CREATION_LOCK});
    CREATE TABLE IF NOT EXISTS ${notesOf(schema)} (flow_id text NOT NULL, target text NOT NULL, state text NOT NULL, foreign_keys json NOT NULL DEFAULT '[]',
      noted_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (flow_id, target))`)
}

/** Part of the transaction that creates the table. */
export async function recordCreated(session: PostgresSession, { flowId, target }: FenceKey): Promise<void> {
  await session.query(
    `INSERT INTO ${notesOf(target.schema)} (flow_id, target, state) VALUES ($1, $2, 'due')
     ON CONFLICT (flow_id, target) DO UPDATE SET state = 'due', foreign_keys = '[]', noted_at = now()`,
    [flowId, target.name],
  )
}

/** @returns what each table is to the flow, by its name as it was given */
export async function readOwnership(
  session: PostgresSession,
  flowId: string,
  targets: readonly string[],
): Promise<ReadonlyMap<string, TableOwnership>> {
  const named = targets.map((target) => ({ target, name: parseRelationName(target) }))
  const owned = new Map<string, TableOwnership>()
  for (const [schema, own] of Map.groupBy(named, ({ name }) => name.schema)) {
    const names = JSON.stringify(own.map(({ name }) => name.name))
    const found = await session.query(
      `SELECT c.relname AS name FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relname IN (SELECT pg_catalog.json_array_elements_text($2::json))`,
      [schema, names],
    )
    const noted = (await hasNotes(session, schema))
      ? await session.query(`SELECT target, state FROM ${notesOf(schema)} WHERE flow_id = $1`, [flowId])
      : []
    const states = new Map(noted.map(({ target, state }) => [target, state === 'due' ? ('due' as const) : 'built']))
    const exists = new Set(found.map(({ name }) => name))
    for (const { target, name } of own)
      owned.set(target, exists.has(name.name) ? ((states.get(name.name) as TableOwnership) ?? 'other') : 'missing')
  }
  return owned
}

/** Part of a transaction. @throws ConnectorError `FENCED` if a newer attempt has begun at the target */
export async function refuseOlder(session: PostgresSession, { flowId, epoch, target }: FenceKey): Promise<void> {
  if (!(await hasFenceTable(session, target.schema))) return
  const [row] = await session.query(
    `SELECT epoch > $3 AS newer FROM ${sqlName(fenceTable(target.schema))} WHERE flow_id = $1 AND target = $2`,
    [flowId, target.name, String(epoch)],
  )
  if (row?.['newer'] === 't') throw fenced()
}

/** Part of the transaction that builds the foreign key. */
export async function recordForeignKey(
  session: PostgresSession,
  { flowId, target }: FenceKey,
  name: string,
): Promise<void> {
  await session.query(
    `UPDATE ${notesOf(target.schema)} SET foreign_keys = (foreign_keys::jsonb - $3::text || pg_catalog.jsonb_build_array($3::text))::json
     WHERE flow_id = $1 AND target = $2`,
    [flowId, target.name, name],
  )
}

/** Part of the transaction that drops its foreign keys: the structure of the table is not complete any more. */
export async function recordReleased(session: PostgresSession, { flowId, target }: FenceKey): Promise<void> {
  await session.query(`UPDATE ${notesOf(target.schema)} SET state = 'due' WHERE flow_id = $1 AND target = $2`, [
    flowId,
    target.name,
  ])
}

export async function recordBuilt(session: PostgresSession, { flowId, target }: FenceKey): Promise<void> {
  await session.query(`UPDATE ${notesOf(target.schema)} SET state = 'built' WHERE flow_id = $1 AND target = $2`, [
    flowId,
    target.name,
  ])
}

/** The foreign keys of the flow that refer to these tables, by the table that has them. */
export async function foreignKeysTo(
  session: PostgresSession,
  flowId: string,
  targets: readonly RelationName[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await session.query(
    `SELECT n.nspname AS schema, t.relname AS name, k.conname AS key FROM pg_catalog.pg_constraint k
       JOIN pg_catalog.pg_class t ON t.oid = k.conrelid JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace
     WHERE k.contype = 'f' AND k.confrelid IN (SELECT pg_catalog.to_regclass(w) FROM pg_catalog.json_array_elements_text($1::json) w)`,
    [JSON.stringify(targets.map(sqlName))],
  )
  const keys = new Map<string, string[]>()
  for (const schema of new Set(found.map((row) => row['schema'] ?? ''))) {
    if (!(await hasNotes(session, schema))) continue
    const noted = await session.query(
      `SELECT target, key FROM ${notesOf(schema)}, pg_catalog.json_array_elements_text(foreign_keys) key WHERE flow_id = $1`,
      [flowId],
    )
    for (const { schema: of, name, key } of found) {
      if (of !== schema || !noted.some((own) => own['target'] === name && own['key'] === key)) continue
      const table = entityName({ schema, name: name ?? '' })
      keys.set(table, [...(keys.get(table) ?? []), key ?? ''])
    }
  }
  return keys
}
