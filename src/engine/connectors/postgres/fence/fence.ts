import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { Committed } from '../../../ports/target.ts'
import type { Fence } from '../../../ports/target-request.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { INTERNAL_PREFIX, type RelationName, sqlName } from '../schema/relation-name.ts'

/** A worker that is paused between the check and its commit loses its session after this time, so that others can continue. */
export const PAUSED_TIMEOUT = '30s'

/**
 * Stores in the destination itself which attempt is the newest for a flow and a target, and what was committed last.
 * A paused worker that resumes finds a higher epoch here and cannot commit.
 */
export const fenceTable = (schema: string): RelationName => ({
  schema,
  name: `${INTERNAL_PREFIX}fence`,
})

export interface FenceKey extends Fence {
  readonly target: RelationName
}

export async function hasFenceTable(session: PostgresSession, schema: string): Promise<boolean> {
  const [row] = await session.repeat(
    `SELECT 1 AS found FROM pg_catalog.pg_attribute WHERE attrelid = pg_catalog.to_regclass($1) AND attname = 'committed_bound'`,
    [sqlName(fenceTable(schema))],
  )
  return row !== undefined
}

/** A fixed lock number of this product, so that flows that are the first in a schema at the same time create the table one after the other. */
const CREATION_LOCK = 7_061_978

export async function createFenceTable(session: PostgresSession, schema: string): Promise<void> {
  // If two sessions both miss the table with "if not exists", one gets a unique violation in the catalog.
  await session.query(`SELECT pg_catalog.pg_advisory_xact_lock(${CREATION_LOCK});
    CREATE TABLE IF NOT EXISTS ${sqlName(fenceTable(schema))} (
    flow_id text NOT NULL, target text NOT NULL, epoch bigint NOT NULL, run_id text NOT NULL, raised_at timestamptz NOT NULL DEFAULT now(),
    committed_epoch bigint, committed_run_id text, committed_rows bigint, committed_bound text, committed_at timestamptz, PRIMARY KEY (flow_id, target));
    ALTER TABLE ${sqlName(fenceTable(schema))} ADD COLUMN IF NOT EXISTS committed_bound text`)
}

/** The state of a target in the fence: a newer attempt has raised it, or this run has already committed. */
export type RaisedFence = 'fenced' | { readonly committed?: Committed }

/**
 * Locks out older attempts at several targets of one schema.
 * @returns the state of each target, by its name without the schema
 */
export async function raiseFences(
  session: PostgresSession,
  schema: string,
  { flowId, runId, epoch }: Fence,
  targets: readonly string[],
): Promise<ReadonlyMap<string, RaisedFence>> {
  // In a fixed order, so that two attempts that raise several fences at the same time cannot deadlock.
  const rows = await session.query(
    `INSERT INTO ${sqlName(fenceTable(schema))} AS fence (flow_id, target, epoch, run_id)
     SELECT $1, name, $2, $3 FROM pg_catalog.json_array_elements_text($4::json) name ORDER BY name
     ON CONFLICT (flow_id, target) DO UPDATE SET epoch = excluded.epoch, run_id = excluded.run_id, raised_at = now()
     WHERE fence.epoch <= excluded.epoch
     RETURNING fence.target, fence.committed_run_id = $3 AS ours, fence.committed_rows AS rows, fence.committed_bound AS bound`,
    [flowId, String(epoch), runId, JSON.stringify(targets)],
  )
  const raised = new Map(
    rows.map((row): [string, RaisedFence] => {
      const highWaterMark = row['bound'] ?? undefined
      const committed = { rows: Number(row['rows']), ...defined({ highWaterMark }) }
      return [row['target'] ?? '', row['ours'] === 't' ? { committed } : {}]
    }),
  )
  return new Map(targets.map((name) => [name, raised.get(name) ?? 'fenced']))
}

/** Whether no newer attempt has locked out this one. */
export async function isNewest(session: PostgresSession, { flowId, epoch, target }: FenceKey): Promise<boolean> {
  const [row] = await session.query(
    `SELECT epoch = $3 AS ours FROM ${sqlName(fenceTable(target.schema))} WHERE flow_id = $1 AND target = $2`,
    [flowId, target.name, String(epoch)],
  )
  return row?.['ours'] === 't'
}

/** Part of the transaction that makes the new rows visible. @throws ConnectorError `FENCED` */
export async function passFence(
  session: PostgresSession,
  { flowId, runId, epoch, target }: FenceKey,
  { rows, highWaterMark }: Committed,
): Promise<void> {
  const passed = await session.repeat(
    `UPDATE ${sqlName(fenceTable(target.schema))} SET committed_epoch = $3, committed_run_id = $4, committed_rows = $5, committed_bound = $6, committed_at = now()
     WHERE flow_id = $1 AND target = $2 AND epoch = $3 RETURNING 1 AS passed`,
    [flowId, target.name, String(epoch), runId, rows, highWaterMark ?? null],
  )
  if (passed.length !== 1) throw fenced()
}

/** Whether this attempt has committed. Waits for a commit that is still running. */
export async function hasCommitted(
  session: PostgresSession,
  { flowId, runId, epoch, target }: FenceKey,
): Promise<boolean> {
  const rows = await session.query(
    `SELECT committed_epoch = $3 AND committed_run_id = $4 AS ours FROM ${sqlName(fenceTable(target.schema))}
     WHERE flow_id = $1 AND target = $2 FOR UPDATE`,
    [flowId, target.name, String(epoch), runId],
  )
  return rows[0]?.['ours'] === 't'
}

export const fenced = () =>
  new ConnectorError({
    code: 'FENCED',
    message: sentence`A newer attempt of this flow has taken over. This attempt changes nothing more.`,
  })
