import type { DuckDBConnection } from '@duckdb/node-api'

import type { Dataset } from './bigquery-script.ts'
import type { CloudTable, Row } from './bigquery-table.ts'
import { inDuckdb } from './bigquery-translate.ts'
import { DUCKDB_TYPES } from './bigquery-types.ts'
import { openSession } from './open-session.ts'

export type Answer = readonly (readonly (string | number | null)[])[]

/** Rows in one statement. */
const ROWS = 500

/** Somebody has changed a table meanwhile. */
export class Conflict extends Error {}

interface Opened {
  readonly dataset: Dataset
  /** As they were, by their paths. */
  readonly before: ReadonlyMap<string, CloudTable>
  readonly rows: ReadonlyMap<string, readonly Row[]>
}

/** The tables that a script names, in a database that really runs its statements. */
export class DuckdbTables {
  readonly #connection: DuckDBConnection
  readonly #dataset: Dataset
  readonly #before: Opened['before']
  readonly #rows: Opened['rows']
  readonly #changed = new Set<string>()
  /** Those that have not only got more rows. */
  readonly #mutated = new Set<string>()

  private constructor(connection: DuckDBConnection, { dataset, before, rows }: Opened) {
    this.#connection = connection
    this.#dataset = dataset
    this.#before = before
    this.#rows = rows
  }

  /** @throws Error with BigQuery's words if a table is missing */
  static async open(script: string, dataset: Dataset): Promise<DuckdbTables> {
    const paths = new Set([...script.matchAll(/`([^`\s]+\.[^`\s]+\.[^`\s]+)`/g)].map(([, path = '']) => path))
    const found = new Map<string, CloudTable>()
    // All at once, before anybody else can change one.
    const rows = new Map<string, readonly Row[]>()
    for (const path of paths) {
      const table = dataset.tables.get(path.slice(dataset.id.length + 1))
      if (!path.startsWith(`${dataset.id}.`) || !table) throw new Error(`Not found: Table ${path.replace('.', ':')}`)
      found.set(path, table)
      rows.set(path, table.rows)
    }
    const connection = await openSession()
    try {
      for (const [path, { fields }] of found) await fill(connection, path, { fields, rows: rows.get(path) ?? [] })
      return new DuckdbTables(connection, { dataset, before: found, rows })
    } catch (error) {
      connection.closeSync()
      throw error
    }
  }

  async ask(query: string): Promise<Answer> {
    const read = await this.#connection.runAndReadAll(inDuckdb(query))
    return read.getRows().map((row) => row.map((value) => (value === null ? null : String(value))))
  }

  /** @returns how many rows were changed. @throws Error with BigQuery's words */
  async change(statement: string): Promise<number> {
    const [, path = ''] = /^(?:MERGE|INSERT INTO|UPDATE|DELETE FROM) `([^`]+)`/.exec(statement) ?? []
    if (path === '') throw new Error('Syntax error: Unexpected keyword')
    await this.#refuseTwice(statement)
    const { rowsChanged } = await this.#connection.runAndReadAll(inDuckdb(statement))
    this.#changed.add(path)
    if (!statement.startsWith('INSERT ')) this.#mutated.add(path)
    return rowsChanged
  }

  get changed(): ReadonlySet<string> {
    return this.#changed
  }

  /** Others see what has changed. @throws Error with BigQuery's words if somebody has changed one of the tables meanwhile */
  async publish(): Promise<void> {
    const after = new Map<string, readonly Row[]>()
    for (const path of this.#changed) after.set(path, await this.#rowsOf(path))
    const now = (path: string) => this.#dataset.tables.get(path.slice(this.#dataset.id.length + 1))
    for (const path of this.#mutated)
      if (now(path)?.rows !== this.#rows.get(path))
        throw new Conflict(`Transaction is aborted due to concurrent update against table ${path.replace('.', ':')}.`)
    for (const [path, rows] of after) {
      const table = now(path)
      if (!table) continue
      // Rows that are only added meet nobody.
      const added = this.#mutated.has(path) ? undefined : rows.slice(this.#rows.get(path)?.length)
      table.rows = added ? [...table.rows, ...added] : rows
    }
  }

  close(): void {
    this.#connection.closeSync()
  }

  async #rowsOf(path: string): Promise<readonly Row[]> {
    const fields = this.#before.get(path)?.fields ?? []
    const cells = fields.map(({ name, type }) =>
      // BigQuery shows no zeros at the end of a number.
      type === 'NUMERIC'
        ? `regexp_replace(regexp_replace("${name}"::VARCHAR, '(\\.\\d*?)0+$', '\\1'), '\\.$', '') AS "${name}"`
        : `"${name}"::VARCHAR AS "${name}"`,
    )
    const read = await this.#connection.runAndReadAll(`SELECT ${cells.join(', ')} FROM "${path}"`)
    return read.getRowObjects() as unknown as readonly Row[]
  }

  async #refuseTwice(statement: string): Promise<void> {
    const [, target, source, on] =
      /^MERGE `([^`]+)` AS target\nUSING (\([\s\S]+\)) AS staged\nON ([\s\S]+?)\nWHEN /.exec(statement) ?? []
    if (target === undefined) return
    const twice = `SELECT 1 FROM \`${target}\` AS target JOIN ${source} AS staged ON ${on} GROUP BY target.rowid HAVING COUNT(*) > 1 LIMIT 1`
    if ((await this.ask(twice)).length > 0)
      throw new Error('UPDATE/MERGE must match at most one source row for each target row')
  }
}

async function fill(connection: DuckDBConnection, path: string, { fields, rows }: CloudTable): Promise<void> {
  const columns = fields.map(({ name, type }) => `"${name}" ${DUCKDB_TYPES[type] ?? 'VARCHAR'}`)
  await connection.run(`CREATE TEMP TABLE "${path}" (${columns.join(', ')})`)
  for (let at = 0; at < rows.length; at += ROWS) {
    const values = rows.slice(at, at + ROWS).map((row) => `(${fields.map(({ name }) => cell(row[name])).join(', ')})`)
    await connection.run(`INSERT INTO "${path}" VALUES ${values.join(', ')}`)
  }
}

const cell = (value: string | null | undefined): string =>
  value == null ? 'NULL' : `'${value.replaceAll("'", "''").replaceAll('\0', "' || chr(0) || '")}'`
