import { setTimeout as sleep } from 'node:timers/promises'
import type { HeldTarget, TargetWriters } from '../../../ports/destination.ts'
import { heldByRun, type TargetHolder } from '../../shared/held-target.ts'
import type { TargetLocks } from '../../sql/kept-targets.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { entityName, parseRelationName, sqlName } from '../schema/relation-name.ts'
import { advisoryKey, endKeepers, halvesOf, keptKey, targetKey } from './attempt-lock.ts'
import { type FenceKey, fenceTable, hasFenceTable } from './fence.ts'

/** Whoever replaces rows has a target alone; whoever adds rows has it together with others that do. */
export interface TargetHold {
  readonly isAlone: boolean
  readonly until: 'transaction' | 'session'
}

/** SQL: whether the target is held now. Nobody waits: the rows of whoever came second would be read for nothing. */
export const tryHold = ({ target }: FenceKey, { isAlone, until }: TargetHold): string =>
  `SELECT pg_catalog.pg_try_advisory_${until === 'transaction' ? 'xact_' : ''}lock${isAlone ? '' : '_shared'}('${targetKey(target)}'::bigint) AS held`

/** An attempt of the same flow that was ended may need a moment. */
const ASK_AGAIN_MS = 50
const PATIENCE_MS = 10_000

/** @param isHeld the answer to `tryHold`. @throws ConnectorError `CONFLICT`, with the run of another flow that has the target */
export async function requireHold(
  session: PostgresSession,
  key: FenceKey,
  hold: TargetHold,
  isHeld: boolean,
): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (let held = isHeld; !held; held = (await session.query(tryHold(key, hold)))[0]?.['held'] === 't') {
    const holder = await holderOf(session, key)
    if (holder !== 'own' || performance.now() > until)
      throw heldByRun(entityName(key.target), holder === 'own' ? undefined : holder)
    await endKeepers(session, [key])
    await sleep(ASK_AGAIN_MS)
  }
}

/** A session holds targets for SQL before the rows, until their loads take them. */
export const TARGET_LOCKS: TargetLocks<PostgresSession> = {
  async take(session, targets) {
    const keyed = targets.map(({ target, fence, isAlone }) => ({
      key: { ...fence, target: parseRelationName(target) },
      hold: { isAlone, until: 'session' } as const,
    }))
    await endKeepers(
      session,
      keyed.map(({ key }) => key),
    )
    const asked = keyed.map(({ key, hold }) => ({
      kept: String(keptKey(key)),
      target: String(targetKey(key.target)),
      alone: hold.isAlone,
    }))
    const rows = await session.query(
      `SELECT pg_catalog.pg_advisory_lock_shared((w->>'kept')::bigint), CASE WHEN (w->>'alone')::boolean
         THEN pg_catalog.pg_try_advisory_lock((w->>'target')::bigint) ELSE pg_catalog.pg_try_advisory_lock_shared((w->>'target')::bigint) END AS held
       FROM pg_catalog.json_array_elements($1::json) WITH ORDINALITY AS asked (w, at) ORDER BY at`,
      [JSON.stringify(asked)],
    )
    for (const [at, { key, hold }] of keyed.entries()) await requireHold(session, key, hold, rows[at]?.['held'] === 't')
  },
  async give(session, { target, fence, isAlone }) {
    const key = { ...fence, target: parseRelationName(target) }
    await session.query(
      `SELECT pg_catalog.pg_advisory_unlock${isAlone ? '' : '_shared'}('${targetKey(key.target)}'::bigint), pg_catalog.pg_advisory_unlock_shared('${keptKey(key)}'::bigint)`,
    )
  },
  writers: writersOf,
}

async function writersOf(session: PostgresSession, targets: readonly HeldTarget[]): Promise<TargetWriters> {
  const named = targets.map(({ target, fence: { flowId } }) => ({ target, flowId, ...parseRelationName(target) }))
  const writers: Record<string, string> = {}
  for (const schema of new Set(named.map((one) => one.schema))) {
    if (!(await hasFenceTable(session, schema))) continue
    const asked = named.filter((one) => one.schema === schema)
    const rows = await session.query(
      `SELECT w->>'target' AS target, pg_catalog.string_agg(pg_catalog.concat_ws(' ', f.flow_id, f.committed_run_id, f.committed_epoch), ', ' ORDER BY f.flow_id) AS writers
       FROM pg_catalog.json_array_elements($1::json) w JOIN ${sqlName(fenceTable(schema))} f
         ON f.target = w->>'name' AND f.flow_id <> w->>'flowId' AND f.committed_epoch IS NOT NULL GROUP BY 1`,
      [JSON.stringify(asked)],
    )
    for (const row of rows) writers[row['target'] ?? ''] = row['writers'] ?? ''
  }
  return writers
}

/** The run whose attempt has the target's lock. @returns `own` if that is only an earlier attempt of this flow, or nobody any more */
async function holderOf(session: PostgresSession, key: FenceKey): Promise<TargetHolder | 'own'> {
  const { flowId, target } = key
  const flows = (await hasFenceTable(session, target.schema))
    ? await session.query(`SELECT flow_id, run_id FROM ${sqlName(fenceTable(target.schema))} WHERE target = $1`, [
        target.name,
      ])
    : []
  const attempts = [
    ...flows.map((row) => ({
      flow: row['flow_id'],
      run: row['run_id'],
      lock: halvesOf(advisoryKey({ flowId: row['flow_id'] ?? '', target })),
    })),
    // It may be before the first row of the flow.
    { flow: flowId, run: null, lock: halvesOf(keptKey(key)) },
  ]
  const rows = await session.query(
    `SELECT l.pid, a.usename AS account, w->>'flow' AS flow, w->>'run' AS run,
       pg_catalog.to_char(COALESCE(a.xact_start, a.backend_start) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS since
     FROM pg_catalog.pg_locks l LEFT JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid
       LEFT JOIN (pg_catalog.pg_locks o JOIN pg_catalog.json_array_elements($2::json) w ON (o.classid::text, o.objid::text) = (w->'lock'->>0, w->'lock'->>1))
         ON o.pid = l.pid AND o.locktype = 'advisory' AND o.objsubid = 1 AND o.granted AND o.database = l.database
     WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted AND l.pid <> pg_catalog.pg_backend_pid()
       AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())
       AND (l.classid::text, l.objid::text) = ($1::json->>0, $1::json->>1)`,
    [JSON.stringify(halvesOf(targetKey(target))), JSON.stringify(attempts)],
  )
  const other = rows.find((row) => row['flow'] !== flowId)
  if (!other) return 'own'
  const { pid, account, run, since } = other
  return { process: pid ?? '', account, run, since }
}
