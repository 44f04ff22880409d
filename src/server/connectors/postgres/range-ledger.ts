import type { FinishedRange, Ranging } from '../ranges.ts'
import type { FenceKey } from './fence.ts'
import { fenced, fenceTable, PAUSED_TIMEOUT } from './fence.ts'
import type { PostgresSession } from './postgres-session.ts'
import type { RelationName } from './relation-name.ts'
import { entityName, ownName, sqlName } from './relation-name.ts'

/** How long a table of ours is waited for that an older attempt may still hold. */
const LOCK_TIMEOUT = '10s'

/** Where rows of ranges gather. A flow has one for each target, so that whoever comes later finds what was left. */
export const rangesName = (flowId: string, target: RelationName): RelationName => ({
  schema: target.schema,
  name: ownName('ranges', flowId, entityName(target)),
})

/** Says which ranges stand in it; each row was written by the transaction that brought the rows. */
const ledgerName = (flowId: string, target: RelationName): RelationName => ({
  schema: target.schema,
  name: ownName('ledger', flowId, entityName(target)),
})

const ledgerOf = ({ flowId, target }: FenceKey) => sqlName(ledgerName(flowId, target))

export const createLedger = (session: PostgresSession, key: FenceKey) =>
  session.query(
    `CREATE TABLE ${ledgerOf(key)} (run_id text NOT NULL, plan text NOT NULL, first_block bigint PRIMARY KEY, end_block bigint NOT NULL,
       row_count bigint NOT NULL, moment text NOT NULL)`,
  )

/** Those of this run that were read by the same plan; empty when there are others, or none at all. */
export async function finishedRanges(
  session: PostgresSession,
  key: FenceKey,
  plan: string,
): Promise<readonly FinishedRange[]> {
  if (!(await exists(session, ledgerOf(key)))) return []
  const rows = await session.query(
    `SELECT run_id = $1 AND plan = $2 AS ours, first_block, end_block, row_count, moment FROM ${ledgerOf(key)} ORDER BY first_block`,
    [key.runId, plan],
  )
  if (rows.some((row) => row['ours'] !== 't')) return []
  return rows.map((row) => ({
    first: Number(row['first_block']),
    end: Number(row['end_block']),
    rows: Number(row['row_count']),
    moment: row['moment'] ?? '',
  }))
}

/** Part of the transaction that brought the rows, and the last thing before its commit. @throws ConnectorError `FENCED` */
export async function enterRange(
  session: PostgresSession,
  key: FenceKey,
  { plan, moment, first, end, rows }: Ranging & FinishedRange,
): Promise<void> {
  const { flowId, runId, epoch, target } = key
  await session.query(`SET LOCAL idle_in_transaction_session_timeout = '${PAUSED_TIMEOUT}'`)
  const entered = await session.execute(
    `INSERT INTO ${ledgerOf(key)} SELECT $4, $5, $6::bigint, $7::bigint, $8::bigint, $9 FROM ${sqlName(fenceTable(target.schema))} AS fence
     WHERE fence.flow_id = $1 AND fence.target = $2 AND fence.epoch = $3 FOR SHARE`,
    [flowId, target.name, String(epoch), runId, plan, first, end, rows, moment],
  )
  if (entered !== 1) throw fenced()
}

/** @returns how many ranges stand in the staging table, and their rows */
export async function sumOfRanges(
  session: PostgresSession,
  key: FenceKey,
): Promise<{ readonly ranges: number; readonly rows: number }> {
  const [row] = await session.query(
    `SELECT pg_catalog.count(*) AS ranges, COALESCE(pg_catalog.sum(row_count), 0) AS rows FROM ${ledgerOf(key)}`,
  )
  return { ranges: Number(row?.['ranges']), rows: Number(row?.['rows']) }
}

/** Part of a transaction. */
export async function dropRanges(session: PostgresSession, { flowId, target }: FenceKey): Promise<void> {
  const tables = [rangesName(flowId, target), ledgerName(flowId, target)].map(sqlName).join(', ')
  await session.query(
    `SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'; DROP TABLE IF EXISTS ${tables}; SET LOCAL lock_timeout TO DEFAULT`,
  )
}

/** Drops what this attempt and those before it left, unless a newer one has begun, whose it is then. */
export async function dropOwnRanges(session: PostgresSession, key: FenceKey): Promise<void> {
  const { flowId, target, epoch } = key
  await session.query('BEGIN')
  const [own] = await session.query(
    `SELECT FROM ${sqlName(fenceTable(target.schema))} WHERE flow_id = $1 AND target = $2 AND epoch = $3 FOR SHARE`,
    [flowId, target.name, String(epoch)],
  )
  if (own) await dropRanges(session, key)
  await session.query('COMMIT')
}

/** Drops what runs of this flow that are over have left in this schema, under whatever target they wrote to. */
export async function dropLeftOvers(session: PostgresSession, key: FenceKey): Promise<void> {
  const { flowId, runId, target } = key
  const rows = await session.query(`SELECT target FROM ${sqlName(fenceTable(target.schema))} WHERE flow_id = $1`, [
    flowId,
  ])
  for (const row of rows) {
    const other = { ...key, target: { schema: target.schema, name: row['target'] ?? '' } }
    if (!(await exists(session, ledgerOf(other)))) continue
    const [own] = await session.query(`SELECT FROM ${ledgerOf(other)} WHERE run_id = $1 LIMIT 1`, [runId])
    if (own) continue
    await session.query('BEGIN')
    await dropRanges(session, other)
    await session.query('COMMIT')
  }
}

async function exists(session: PostgresSession, table: string): Promise<boolean> {
  const [row] = await session.query('SELECT pg_catalog.to_regclass($1) IS NOT NULL AS found', [table])
  return row?.['found'] === 't'
}
