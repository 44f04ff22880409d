import { DuckDBInstance } from '@duckdb/node-api'
import { rowsAt } from './bigquery-moments.ts'
import type { Dataset } from './bigquery-script.ts'

/** DuckDB's types with the functions that BigQuery has for its own. NUMERIC is its text. */
const TYPES: Readonly<Record<string, string>> = {
  BOOL: 'BOOLEAN',
  INT64: 'BIGINT',
  FLOAT64: 'DOUBLE',
  BYTES: 'BLOB',
  DATE: 'DATE',
  TIME: 'TIME',
  DATETIME: 'TIMESTAMP',
  TIMESTAMP: 'TIMESTAMPTZ',
}

/** Sums the rows of a table by DuckDB. Refused are tables and columns that are not there, and functions for other types than their own. */
export async function sumInDuckdb(
  statement: string,
  { id, tables }: Dataset,
): Promise<readonly (number | string | null)[]> {
  const [, path = '', , moment] = / FROM `([^`]+)`( FOR SYSTEM_TIME AS OF TIMESTAMP '([^']+)')?$/.exec(statement) ?? []
  const table = tables.get(path.slice(id.length + 1))
  if (!path.startsWith(`${id}.`) || !table) throw new Error(`Not found: Table ${path.replace('.', ':')}`)
  const { fields } = table
  const rows = moment === undefined ? table.rows : rowsAt(moment, table)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run(`SET TimeZone = 'UTC'`)
    const typed = fields.map(({ name, type }) => `"${name}" ${TYPES[type] ?? 'VARCHAR'}`)
    await connection.run(`CREATE TABLE "${path}" (${typed.join(', ')})`)
    for (const row of rows) {
      const values = fields.map(({ name }) => row[name] ?? null)
      await connection.run(`INSERT INTO "${path}" VALUES (${values.map(() => '?').join(', ')})`, values)
    }
    const answer = await connection.runAndReadAll(inDuckdb(statement))
    return (answer.getRows()[0] ?? []).map((value) =>
      typeof value === 'bigint' ? Number(value) : (value as string | null),
    )
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const inDuckdb = (statement: string) =>
  statement
    .replace(/ FOR SYSTEM_TIME AS OF .+$/, '')
    // DuckDB's SHA256 is a text of hexadecimal digits.
    .replaceAll('TO_HEX(SHA256(', '(SHA256(')
    .replace(/DATE_DIFF\((`[^`]+`), DATE '([\d-]+)', DAY\)/g, `date_diff('day', DATE '$2', $1)`)
    .replace(
      /DATETIME_DIFF\((`[^`]+`), DATETIME '([\d-]+)', MICROSECOND\)/g,
      `date_diff('microsecond', TIMESTAMP '$2', $1)`,
    )
    // BigQuery's CONCAT of NULL is NULL.
    .replaceAll("CONCAT('0x', ", "('0x' || ")
    .replaceAll('UNIX_MICROS', 'epoch_us')
    .replaceAll('AS NUMERIC)', 'AS HUGEINT)')
    .replaceAll('`', '"')
