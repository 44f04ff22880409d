import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { AlteredRows } from '../../../ports/load.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName, onlyRows, type RowsOwner, sqlName } from '../schema/relation-name.ts'

interface PublishedRows {
  readonly target: RowsOwner
  /** The new rows, as SQL after FROM, each key once. */
  readonly staged: string
  readonly columns: readonly string[]
  /** The condition for the rows `there` of the target among which the staged ones are. */
  readonly among?: string
  /** How many rows these must be. Absent: others may be among them. */
  readonly count?: number
}

/** The table and its partitions, which have triggers of their own. */
const WITH_PARTITIONS = 'SELECT $1::regclass UNION SELECT relid FROM pg_catalog.pg_partition_tree($1::regclass)'

/** Triggers and rules of people. Where row security may hide rows, nobody can say what is there. */
const ALTERING = `SELECT pg_catalog.string_agg(DISTINCT name, ', ' ORDER BY name) AS names FROM (
    SELECT tgname::text FROM pg_catalog.pg_trigger WHERE tgrelid IN (${WITH_PARTITIONS}) AND NOT tgisinternal AND tgenabled IN ('O', 'A')
    UNION ALL SELECT rulename::text FROM pg_catalog.pg_rewrite WHERE ev_class = $1::regclass) found (name)
  WHERE NOT pg_catalog.row_security_active($1::regclass)`

/** @returns the names of triggers and rules that may change the rows which are written; nothing if there are none */
export async function alteringNames(session: PostgresSession, target: RowsOwner): Promise<string | undefined> {
  const [found] = await session.query(ALTERING, [sqlName(target)])
  return found?.['names'] ?? undefined
}

/**
 * Compares the target with the staged rows after they were put in place, if triggers or rules may have changed, dropped or added some.
 * @returns the rows that have other values there. @throws ConnectorError if the target has fewer or more rows
 */
export async function alteredRows(session: PostgresSession, placed: PublishedRows): Promise<AlteredRows | undefined> {
  const { target, staged, columns, among = 'true', count } = placed
  const by = await alteringNames(session, target)
  if (by === undefined) return undefined
  // Deferred triggers would otherwise change rows after they were compared.
  await session.query('SET CONSTRAINTS ALL IMMEDIATE')
  const there = `${onlyRows(target)} there WHERE ${among}`
  if (count !== undefined) {
    const [row] = await session.query(`SELECT pg_catalog.count(*) AS rows FROM ${there}`)
    if (Number(row?.['rows']) !== count) throw otherCount(target, count, Number(row?.['rows']), by)
  }
  const other = (value: string) =>
    `(SELECT ${value} FROM ${staged} AS staged EXCEPT ALL SELECT ${value} FROM ${there}) other`
  const names = columns.map(quoteIdentifier)
  const [row] = await session.query(
    `SELECT pg_catalog.count(*) AS rows FROM ${other(`pg_catalog.md5(ROW(${names.join(', ')})::text)`)}`,
  )
  const rows = Number(row?.['rows'])
  if (rows === 0) return undefined
  const altered: string[] = []
  for (const [at, name] of names.entries())
    if ((await session.query(`SELECT FROM ${other(`pg_catalog.md5(${name}::text)`)} LIMIT 1`)).length > 0)
      altered.push(columns[at] ?? '')
  return { rows, columns: altered.length > 0 ? altered : columns, by }
}

const otherCount = (target: RowsOwner, wanted: number, found: number, by: string) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`${entityName(target)} has ${found} rows where ${wanted} were written; a trigger or a rule of the table removes or adds some: ${by}.`,
    hint: sentence`Nothing was changed. Change the trigger or the rule, or choose another target.`,
    retryable: true,
  })
