import type { DuckDBConnection } from '@duckdb/node-api'

import type { Dataset } from './bigquery-script.ts'
import type { CloudTable, Field, Row } from './bigquery-table.ts'
import { DUCKDB_TYPES, refusedSelect, typesIn } from './bigquery-types.ts'
import { openSession } from './open-session.ts'

/** What DuckDB has and BigQuery has not. */
const FOREIGN = /::|"|DISTINCT ON|\bpg_catalog\b|\bTEXT\b|\bILIKE\b/

/**
 * Runs a query whose rows go to a table, over the tables that it names. Its columns are those of the outermost list, each with a cast or as it is in
 * the only table.
 * @throws Error with BigQuery's words
 */
export async function selectRows(query: string, { id, tables }: Dataset): Promise<CloudTable> {
  if (FOREIGN.test(withoutTexts(query))) throw new Error('Syntax error: Unexpected keyword')
  const paths = new Set([...query.matchAll(/`([^`\s]+\.[^`\s]+\.[^`\s]+)`/g)].map(([, path = '']) => path))
  const found = new Map<string, CloudTable>()
  for (const path of paths) {
    const table = tables.get(path.slice(id.length + 1))
    if (!path.startsWith(`${id}.`) || !table) throw new Error(`Not found: Table ${path.replace('.', ':')}`)
    found.set(path, table)
  }
  const refused = refusedSelect(query, typesIn(query, found))
  if (refused !== undefined) throw new Error(refused)
  const fields = fieldsOf(query, [...found.values()])
  const connection = await openSession()
  try {
    for (const [path, table] of found) await fill(connection, path, table)
    const shown = fields.map(({ name, type }) => `${textOf(`"${name}"`, type)} AS "${name}"`)
    const answer = await connection.runAndReadAll(`SELECT ${shown.join(', ')} FROM (${inDuckdb(query)})`)
    return { fields, rows: answer.getRowObjects() as unknown as readonly Row[] }
  } finally {
    connection.closeSync()
  }
}

const withoutTexts = (query: string) => query.replaceAll(/'[^']*'|`[^`]*`/g, '')

function fieldsOf(query: string, tables: readonly CloudTable[]): readonly Field[] {
  const [, list = ''] = /^SELECT (.+?) FROM /s.exec(query) ?? []
  return list.split(', ').map((column) => {
    const [, cast, as] = /^CAST\(\w+ AS (\w+)\) AS `(\w+)`$/.exec(column) ?? []
    if (cast !== undefined && as !== undefined) return { name: as, type: cast, mode: 'NULLABLE' }
    const [, own = ''] = /^`(\w+)`$/.exec(column) ?? []
    const field = tables.length === 1 ? tables[0]?.fields.find(({ name }) => name === own) : undefined
    if (!field) throw new Error(`Unrecognized name: ${column}`)
    return field
  })
}

/** Like BigQuery, without zeros at the end of a number. */
const textOf = (column: string, type: string) =>
  type === 'NUMERIC' || type === 'BIGNUMERIC'
    ? `regexp_replace(regexp_replace(${column}::VARCHAR, '(\\.\\d*?)0+$', '\\1'), '\\.$', '')`
    : `${column}::VARCHAR`

async function fill(connection: DuckDBConnection, path: string, { fields, rows }: CloudTable): Promise<void> {
  const columns = fields.map(({ name, type }) => {
    if (type !== 'NUMERIC' && type !== 'BIGNUMERIC') return `"${name}" ${DUCKDB_TYPES[type] ?? 'VARCHAR'}`
    // BigQuery's sums have more digits than those of DuckDB.
    const scale = Math.max(0, ...rows.map((row) => row[name]?.split('.')[1]?.length ?? 0))
    return `"${name}" DECIMAL(38, ${scale})`
  })
  await connection.run(`CREATE TEMP TABLE "${path}" (${columns.join(', ')})`)
  for (let at = 0; at < rows.length; at += ROWS) {
    const values = rows.slice(at, at + ROWS).map((row) => fields.map(({ name }) => row[name] ?? null))
    const places = values.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ')
    await connection.run(`INSERT INTO "${path}" VALUES ${places}`, values.flat())
  }
}

/** In one statement. */
const ROWS = 100

/** DuckDB's decimals have 38 digits, so that sums of BIGNUMERIC end there. */
const inDuckdb = (query: string) =>
  query
    .replaceAll(/CAST\((\w+) AS BIGNUMERIC\)/g, '$1')
    .replaceAll(/BIGNUMERIC '(\d+)'/g, `CAST('$1' AS DOUBLE)`)
    .replaceAll('ERROR(', 'error(')
    .replaceAll(/AS (INT64|FLOAT64|BYTES|DATETIME|TIMESTAMP|BOOL|NUMERIC|STRING)\)/g, (_, type: string) => {
      return `AS ${DUCKDB_TYPES[type] ?? 'VARCHAR'})`
    })
    .replaceAll('`', '"')
