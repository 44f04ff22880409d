import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { DerivedSelect, RawTable } from '../../shared/derived/derived-select.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'

/** Raw rows that wait in tables of the transaction, and the steps that make the staged rows of them. */
export interface DerivedRows {
  /** The stream's own rows, then those of the tables that it joins. */
  readonly tables: readonly RawTable[]
  /** The columns of the staging table, in the order of the SELECT. */
  readonly columns: readonly string[]
  readonly select: DerivedSelect
}

/** Texts of them are compared by their bytes. */
const BYTEWISE = /^(text|character varying|character)\b/

/** Creates the tables for raw rows. They are gone when the transaction ends. */
export const rawTables = ({ tables }: Pick<DerivedRows, 'tables'>): string =>
  tables
    .map(({ name, columns }) => {
      const kind = name.startsWith('pg_temp.') ? 'TEMPORARY' : 'UNLOGGED'
      const list = columns.map(
        (own) => `${quoteIdentifier(own.name)} ${own.type}${BYTEWISE.test(own.type) ? ' COLLATE "C"' : ''}`,
      )
      return `CREATE ${kind} TABLE ${name} (${list.join(', ')})`
    })
    .join('; ')

/**
 * Runs the steps over the raw rows into the staging table. @returns the number of rows after the last step
 * @throws ConnectorError if a value is none that the engine takes, or the server's own errors
 */
export async function deriveRows(
  session: PostgresSession,
  staging: string,
  { tables, columns, select }: DerivedRows,
): Promise<number> {
  for (const { name } of tables) await session.query(`ANALYZE ${name}`)
  await refuseValues(session, select)
  const list = columns.map(quoteIdentifier).join(', ')
  const rows = await session.execute(`INSERT INTO ${staging} (${list}) ${select.sql}`)
  await session.query(tables.map(({ name }) => `DROP TABLE ${name}`).join('; '))
  return rows
}

/** One query for each table. */
async function refuseValues(session: PostgresSession, { refused }: DerivedSelect): Promise<void> {
  for (const [{ name }, own] of Map.groupBy(refused, ({ table }) => table)) {
    const counts = own.map(
      ({ outside }, at) =>
        `pg_catalog.count(*) FILTER (WHERE ${outside.map((sql) => `(${sql})`).join(' OR ')}) AS n${at}`,
    )
    const [row] = await session.query(`SELECT ${counts.join(', ')} FROM ${name}`)
    for (const [at, { column }] of own.entries()) {
      const count = Number(row?.[`n${at}`])
      if (count > 0) throw notForSteps(column, count)
    }
  }
}

const notForSteps = (column: string, count: number) =>
  new ConnectorError({
    code: 'VALUE_NOT_REPRESENTABLE',
    message:
      count === 1
        ? sentence`1 value of ${column} is none that steps can use, such as a date before the year 1 or NaN.`
        : sentence`${count} values of ${column} are none that steps can use, such as a date before the year 1 or NaN.`,
    hint: sentence`Nothing was changed. Leave these rows out by a filter, or change the values at the source.`,
  })
