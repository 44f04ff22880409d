import type { AlteredRows } from '../../../ports/load.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { type ComparedColumn, rowHash } from '../rows/row-hash.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'

interface PublishedRows {
  readonly target: TableName
  /** As SQL. */
  readonly staging: string
  readonly columns: readonly ComparedColumn[]
  /** The key of rows that were updated; absent if all rows of the target may be the staged ones. */
  readonly key?: readonly string[]
}

/** The triggers of a table that can change its rows: only those before an event can, and none can change other rows of the table. */
export async function changingTriggers(session: MysqlSession, { database, name }: TableName): Promise<string> {
  const rows = await session.query(
    `SELECT TRIGGER_NAME AS name FROM information_schema.TRIGGERS
     WHERE EVENT_OBJECT_SCHEMA = ? AND BINARY EVENT_OBJECT_TABLE = ? AND ACTION_TIMING = 'BEFORE' AND EVENT_MANIPULATION <> 'DELETE' ORDER BY 1`,
    [database, name],
  )
  return rows.map((row) => row['name']).join(', ')
}

/** How many of the staged rows the target has with other values, in the transaction that has put them in place. */
export async function alteredRows(
  session: MysqlSession,
  placed: PublishedRows,
  by: string,
): Promise<AlteredRows | undefined> {
  const rows = await countOther(session, placed, placed.columns)
  if (rows === 0) return undefined
  const columns: string[] = []
  for (const column of placed.columns) if ((await countOther(session, placed, [column])) > 0) columns.push(column.name)
  return { rows, columns: columns.length > 0 ? columns : placed.columns.map(({ name }) => name), by }
}

async function countOther(
  session: MysqlSession,
  { target, staging, key }: PublishedRows,
  columns: readonly ComparedColumn[],
): Promise<number> {
  const hash = rowHash(columns)
  const isSame = key?.map((name) => `s.${quoteIdentifier(name)} = t.${quoteIdentifier(name)}`).join(' AND ')
  const isMatch = isSame === undefined ? '' : ` WHERE EXISTS (SELECT 1 FROM ${staging} s WHERE ${isSame})`
  const [row] = await session.query(
    `SELECT SUM(GREATEST(n, 0)) AS other FROM (SELECT SUM(n) AS n FROM (
       SELECT ${hash} AS hash, 1 AS n FROM ${staging} UNION ALL SELECT ${hash}, -1 FROM ${sqlName(target)} t${isMatch}) both_sides
     GROUP BY hash) differing`,
  )
  return Number(row?.['other'] ?? 0)
}
