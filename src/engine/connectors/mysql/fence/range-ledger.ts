import { createHash } from 'node:crypto'

import type { FinishedRange } from '../../../ports/ranges.ts'
import type { MysqlSession, TextRow } from '../driver/mysql-session.ts'
import { INTERNAL_PREFIX, sqlName, type TableName } from '../schema/table-name.ts'
import { attemptsName, type FenceKey, fenceTable, refuseStale } from './fence.ts'

type Attempts = Pick<FenceKey, 'flowId' | 'target'>

/** The staging table for rows of ranges. A flow has one for each target, so that a later attempt finds the earlier ranges. */
export const rangesName = (key: Attempts): TableName => ({
  database: key.target.database,
  name: `${INTERNAL_PREFIX}ranges_${attemptsName(key)}`,
})

/** Has a row for each range in the staging table, which the same transaction wrote as the rows. It is created after that table. */
const ledgerName = (key: Attempts): TableName => ({
  database: key.target.database,
  name: `${INTERNAL_PREFIX}ledger_${attemptsName(key)}`,
})

const ledgerOf = (key: Attempts) => sqlName(ledgerName(key))

/** What the rows of a range have lost: how many values -0 of which columns the server keeps as 0. */
export type LostSigns = ReadonlyMap<string, number>

/** A finished range with what only this destination notes. */
export interface NotedRange extends FinishedRange {
  readonly lostSigns: LostSigns
}

/** Of a run and its plan, as the comment of the ledger. */
const mark = (runId: string, plan: string) => `${runId} ${createHash('sha256').update(plan).digest('hex')}`

export const createLedger = (session: MysqlSession, key: FenceKey, plan: string) =>
  session.query(
    `CREATE TABLE ${ledgerOf(key)} (first_place decimal(30) NOT NULL PRIMARY KEY, end_place decimal(30) NOT NULL, row_count bigint NOT NULL,
       byte_count bigint NOT NULL, proof varchar(255) NOT NULL, lost_signs longtext NOT NULL)
     ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin COMMENT = ?`,
    [mark(key.runId, plan)],
  )

/** Lets attempts with another plan, too, take the ranges for theirs. */
export const planLedger = (session: MysqlSession, key: FenceKey, plan: string) =>
  session.query(`ALTER TABLE ${ledgerOf(key)} COMMENT = ?`, [mark(key.runId, plan)])

/** The ranges of this run with the same plan; empty if there are others, or none. */
export async function finishedRanges(
  session: MysqlSession,
  key: FenceKey,
  plan: string,
): Promise<readonly NotedRange[]> {
  const [staging, ledger] = [rangesName(key), ledgerName(key)]
  const tables = await session.query(
    'SELECT TABLE_NAME AS name, TABLE_COMMENT AS comment FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME IN (?, ?)',
    [key.target.database, staging.name, ledger.name],
  )
  const isOurs = tables.some(({ name, comment }) => name === ledger.name && comment === mark(key.runId, plan))
  if (tables.length < 2 || !isOurs) return []
  const rows = await session.query(`SELECT * FROM ${ledgerOf(key)} ORDER BY first_place`)
  return rows.map(rangeOf)
}

const rangeOf = (row: TextRow): NotedRange => ({
  first: BigInt(row['first_place'] ?? 0),
  end: BigInt(row['end_place'] ?? 0),
  rows: Number(row['row_count']),
  bytes: Number(row['byte_count']),
  proof: row['proof'] ?? '',
  lostSigns: new Map(Object.entries(JSON.parse(row['lost_signs'] ?? '{}') as Record<string, number>)),
})

/**
 * The last statements of the transaction that wrote the rows, before its commit; they also lock out newer attempts until then.
 * @throws ConnectorError `FENCED`
 */
export async function enterRange(session: MysqlSession, key: FenceKey, range: NotedRange): Promise<void> {
  const { first, end, rows, bytes, proof, lostSigns } = range
  await refuseStale(session, key, true)
  await session.query(`INSERT INTO ${ledgerOf(key)} VALUES (?, ?, ?, ?, ?, ?)`, [
    ...[String(first), String(end), rows, bytes, proof],
    JSON.stringify(Object.fromEntries(lostSigns)),
  ])
}

/** The server ends every open transaction with it. */
export const dropRanges = (session: MysqlSession, key: Attempts) =>
  session.query(`DROP TABLE IF EXISTS ${[ledgerName(key), rangesName(key)].map(sqlName).join(', ')}`)

/** Drops the tables of a flow in a database, for any target, that this run cannot go on with. */
export async function dropLeftovers(
  session: MysqlSession,
  database: string,
  { flowId, runId, endsRun }: Pick<FenceKey, 'flowId' | 'runId' | 'endsRun'>,
): Promise<void> {
  const ledgers = await session.query(
    'SELECT TABLE_NAME AS name, TABLE_COMMENT AS comment FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME REGEXP ?',
    [database, `^${INTERNAL_PREFIX}(ledger|ranges)_`],
  )
  if (ledgers.length === 0) return
  const targets = await session.query(
    `SELECT target, committed_run_id AS done FROM ${fenceTable(database)} WHERE flow_id = ?`,
    [flowId],
  )
  for (const row of targets) {
    const key = { flowId, target: { database, name: row['target'] ?? '' } }
    const [staging, ledger] = [rangesName(key), ledgerName(key)].map(({ name }) =>
      ledgers.find((found) => found['name'] === name),
    )
    // Once the rows are in place, a ledger is of no use.
    const isInPlace = staging === undefined || row['done'] === runId
    const isOfUse = !endsRun && !isInPlace && ledger?.['comment']?.startsWith(`${runId} `) === true
    if ((staging || ledger) && !isOfUse) await dropRanges(session, key)
  }
}

/** @returns the numbers of the ledger */
export async function sumOfRanges(
  session: MysqlSession,
  key: FenceKey,
): Promise<{ readonly ranges: number; readonly rows: number; readonly lostSigns: LostSigns }> {
  const rows = (await session.query(`SELECT * FROM ${ledgerOf(key)}`)).map(rangeOf)
  const lostSigns = new Map<string, number>()
  for (const range of rows)
    for (const [column, count] of range.lostSigns) lostSigns.set(column, (lostSigns.get(column) ?? 0) + count)
  return { ranges: rows.length, rows: rows.reduce((sum, range) => sum + range.rows, 0), lostSigns }
}
