import { DuckDBInstance } from '@duckdb/node-api'

import type { Dataset } from './bigquery-script.ts'

/** Words that BigQuery keeps for itself and DuckDB does not (cloud.google.com/bigquery/docs/reference/standard-sql/lexical#reserved_keywords). */
const RESERVED = /\bAS (hash|new|lookup|proto|enum|define|merge|range|rows|window|within|fetch)\b/i

/**
 * Answers a question by DuckDB, over the tables that it names, with one row. What BigQuery refuses is refused: unknown tables and columns, its
 * reserved words as names, and FLOAT64 to partition by. Every value is a text, as the tables of the stand-in hold them.
 */
export async function askDuckdb(
  statement: string,
  { id, tables }: Dataset,
): Promise<readonly (number | string | null)[]> {
  const [, reserved] = RESERVED.exec(statement) ?? []
  if (reserved !== undefined) throw new Error(`Syntax error: Unexpected keyword ${reserved.toUpperCase()}`)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const named = new Set([...statement.matchAll(/`([^`\s]+\.[^`\s]+\.[^`\s]+)`/g)].map(([, path = '']) => path))
    for (const path of named) {
      const table = tables.get(path.slice(id.length + 1))
      if (!path.startsWith(`${id}.`) || !table) throw new Error(`Not found: Table ${path.replace('.', ':')}`)
      const [, partition = ''] = /PARTITION BY ((?:`[^`]+`(?:, )?)+)/.exec(statement) ?? []
      if (table.fields.some(({ name, type }) => type === 'FLOAT64' && partition.includes(`\`${name}\``)))
        throw new Error('Partitioning by expressions of type FLOAT64 is not allowed')
      await connection.run(`CREATE TABLE "${path}" (${table.fields.map(({ name }) => `"${name}" VARCHAR`).join(', ')})`)
      for (const row of table.rows) {
        const values = table.fields.map(({ name }) => row[name] ?? null)
        await connection.run(`INSERT INTO "${path}" VALUES (${values.map(() => '?').join(', ')})`, values)
      }
    }
    const translated = statement
      .replaceAll('`', '"')
      .replaceAll('TO_JSON_STRING', 'to_json')
      .replaceAll(
        /SHA256\(to_json\(STRUCT\(([^()]+)\)\)\)/g,
        (_, values: string) => `sha256(to_json(${structOf(values)}))`,
      )
      .replaceAll('TO_HEX', '')
      .replaceAll(/CAST\('([^']+)' AS \w+\)/g, "'$1'")
    const answer = await connection.runAndReadAll(translated)
    return (answer.getRows()[0] ?? []).map((value) =>
      typeof value === 'bigint' ? Number(value) : (value as string | null),
    )
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const structOf = (values: string) =>
  `{${values
    .split(', ')
    .map((value) => value.replace(/^(.+) AS (\w+)$/, '$2: $1'))
    .join(', ')}}`
