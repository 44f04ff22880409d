import { defined } from '../../../../core/catalog/defined.ts'
import type { FinishedRange, TableRange } from '../../../ports/ranges.ts'
import type { Fence } from '../../../ports/target-request.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import { entityName, internalName, type RelationName, sqlName } from '../schema/relation-name.ts'
import { blockOtherAttempts } from './attempt-lock.ts'
import { type FenceKey, fenced, fenceTable, PAUSED_TIMEOUT } from './fence.ts'

/** How long to wait for our table that an older attempt or autovacuum may still lock. */
const LOCK_TIMEOUT = '10s'

/** The staging table for rows of ranges. A flow has one for each target, so that a later attempt finds the earlier ranges. */
export const rangesName = (flowId: string, target: RelationName): RelationName => ({
  schema: target.schema,
  name: internalName('ranges', flowId, entityName(target)),
})

/** Shows which ranges are in the staging table: those with a number of rows, which the same transaction wrote as the rows. */
const ledgerName = (flowId: string, target: RelationName): RelationName => ({
  schema: target.schema,
  name: internalName('ledger', flowId, entityName(target)),
})

const ledgerOf = ({ flowId, target }: FenceKey) => sqlName(ledgerName(flowId, target))

/** @param isLogged as the staging table: after a crash of the server, neither may have rows of which the other does not know */
export const createLedger = (session: PostgresSession, key: FenceKey, { isLogged }: { readonly isLogged: boolean }) =>
  session.query(
    `CREATE ${isLogged ? '' : 'UNLOGGED '}TABLE ${ledgerOf(key)} (run_id text NOT NULL, plan text NOT NULL, first_block numeric PRIMARY KEY, end_block numeric NOT NULL,
       row_count bigint, byte_count bigint, moment text, helper text)`,
  )

/** Part of a transaction: unfinished ranges that an earlier attempt had listed may have other blocks by now. */
export async function listRanges(
  session: PostgresSession,
  key: FenceKey,
  { plan, ranges }: { readonly plan: string; readonly ranges: readonly TableRange[] },
): Promise<void> {
  await session.query(`DELETE FROM ${ledgerOf(key)} WHERE row_count IS NULL`)
  await session.query(
    `INSERT INTO ${ledgerOf(key)} (run_id, plan, first_block, end_block)
     SELECT $1, $2, (r->>'first')::numeric, (r->>'end')::numeric FROM pg_catalog.json_array_elements($3::json) r`,
    [key.runId, plan, JSON.stringify(ranges.map(({ first, end }) => ({ first: String(first), end: String(end) })))],
  )
}

/**
 * Part of the transaction that will write the rows: its lock on the ledger row means that the range is claimed, and ends with the session.
 * @param when `free`: a range that nobody has claimed; `any`: waits for claimed ones. @throws ConnectorError `FENCED`
 */
export async function takeRange(
  session: PostgresSession,
  key: FenceKey,
  { plan, when }: { readonly plan: string; readonly when: 'free' | 'any' },
): Promise<TableRange | undefined> {
  const { flowId, runId, epoch, target } = key
  const [row] = await session.query(
    `SELECT first_block, end_block,
       (SELECT epoch = $3 FROM ${sqlName(fenceTable(target.schema))} WHERE flow_id = $1 AND target = $2) AS ours
     FROM ${ledgerOf(key)} WHERE row_count IS NULL AND run_id = $4 AND plan = $5
     ORDER BY first_block LIMIT 1 FOR UPDATE${when === 'free' ? ' SKIP LOCKED' : ''}`,
    [flowId, target.name, String(epoch), runId, plan],
  )
  if (!row) return undefined
  if (row['ours'] !== 't') throw fenced()
  return rangeOf(row)
}

/** The ranges of this run with the same plan; empty if there are others, or none. */
export async function finishedRanges(
  session: PostgresSession,
  key: FenceKey,
  plan: string,
): Promise<readonly FinishedRange[]> {
  if (!(await exists(session, ledgerOf(key)))) return []
  const rows = await session.query(
    `SELECT run_id = $1 AND plan = $2 AS ours, * FROM ${ledgerOf(key)} WHERE row_count IS NOT NULL ORDER BY first_block`,
    [key.runId, plan],
  )
  if (rows.some((row) => row['ours'] !== 't')) return []
  return rows.map((row) =>
    defined({
      ...rangeOf(row),
      rows: Number(row['row_count']),
      bytes: Number(row['byte_count']),
      proof: row['moment'] ?? '',
      assistant: row['helper'] ?? undefined,
    }),
  )
}

const rangeOf = (row: TextRow): TableRange => ({
  first: BigInt(row['first_block'] ?? 0),
  end: BigInt(row['end_block'] ?? 0),
})

/** Part of the transaction that wrote the rows, and the last step before its commit. @throws ConnectorError `FENCED` */
export async function enterRange(
  session: PostgresSession,
  key: FenceKey,
  { proof, first, rows, bytes, assistant }: FinishedRange,
): Promise<void> {
  const { flowId, epoch, target } = key
  await session.query(`SET LOCAL idle_in_transaction_session_timeout = '${PAUSED_TIMEOUT}'`)
  const entered = await session.execute(
    `WITH ours AS (SELECT FROM ${sqlName(fenceTable(target.schema))} WHERE flow_id = $1 AND target = $2 AND epoch = $3 FOR SHARE)
     UPDATE ${ledgerOf(key)} SET row_count = $5, byte_count = $6, moment = $7, helper = $8
     WHERE first_block = $4 AND row_count IS NULL AND EXISTS (SELECT FROM ours)`,
    [flowId, target.name, String(epoch), String(first), rows, bytes, proof, assistant ?? null],
  )
  if (entered !== 1) throw fenced()
}

/** @returns the number of ranges in the staging table, and of their rows */
export async function sumOfRanges(
  session: PostgresSession,
  key: FenceKey,
): Promise<{ readonly ranges: number; readonly rows: number }> {
  const [row] = await session.query(
    `SELECT pg_catalog.count(row_count) AS ranges, COALESCE(pg_catalog.sum(row_count), 0) AS rows FROM ${ledgerOf(key)}`,
  )
  return { ranges: Number(row?.['ranges']), rows: Number(row?.['rows']) }
}

/** Part of a transaction. Locks the staging table against autovacuum, which sees a committed table. */
export const holdRanges = (session: PostgresSession, { flowId, target }: FenceKey) =>
  session.query(withPatience(`LOCK TABLE ${sqlName(rangesName(flowId, target))} IN ACCESS EXCLUSIVE MODE`))

/** Part of a transaction: the SQL for it. */
export function dropRanges({ flowId, target }: FenceKey): string {
  const tables = [rangesName(flowId, target), ledgerName(flowId, target)].map(sqlName).join(', ')
  return withPatience(`DROP TABLE IF EXISTS ${tables}`)
}

const withPatience = (statement: string) =>
  `SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'; ${statement}; SET LOCAL lock_timeout = 0`

/** Drops the tables of this attempt and of earlier ones, unless a newer attempt has begun, which then owns them. */
export async function dropRangesOfLoad(session: PostgresSession, key: FenceKey): Promise<void> {
  const { flowId, target, epoch } = key
  await session.query('BEGIN')
  const [own] = await session.query(
    `SELECT FROM ${sqlName(fenceTable(target.schema))} WHERE flow_id = $1 AND target = $2 AND epoch = $3 FOR SHARE`,
    [flowId, target.name, String(epoch)],
  )
  if (own) {
    await blockOtherAttempts(session, key)
    await session.query(dropRanges(key))
  }
  await session.query('COMMIT')
}

/** Drops the tables of this flow in a schema, for any target, that no attempt can go on with. */
export async function dropLeftovers(session: PostgresSession, schema: string, fence: Fence): Promise<void> {
  const { flowId, runId, endsRun } = fence
  const targets = await session.query(`SELECT target FROM ${sqlName(fenceTable(schema))} WHERE flow_id = $1`, [flowId])
  const others = targets.map((row) => ({ ...fence, target: { schema, name: row['target'] ?? '' } }))
  const found = await session.query(
    `SELECT name FROM pg_catalog.json_array_elements_text($1::json) name WHERE pg_catalog.to_regclass(name) IS NOT NULL`,
    [JSON.stringify(others.map(ledgerOf))],
  )
  const left = new Set(found.map((row) => row['name']))
  for (const other of others.filter((key) => left.has(ledgerOf(key)))) {
    const [own] = await session.query(`SELECT FROM ${ledgerOf(other)} WHERE run_id = $1 LIMIT 1`, [runId])
    if (own && !endsRun) continue
    await session.query(`BEGIN; ${dropRanges(other)}`)
    await session.query('COMMIT')
  }
}

async function exists(session: PostgresSession, table: string): Promise<boolean> {
  const [row] = await session.query('SELECT pg_catalog.to_regclass($1) IS NOT NULL AS found', [table])
  return row?.['found'] === 't'
}
