import { type Answer, Conflict, DuckdbTables } from './bigquery-duckdb.ts'
import type { Dataset } from './bigquery-script.ts'

/** Source: cloud.google.com/bigquery/quotas: "Multi-statement transaction table mutations". */
const MOST_TABLES = 100

const OWN = /`[^`]*\._millrace_(mirror|tables|changes|copies)_[^`]*`/

/** Whether a statement is one of a mirror: a transaction, or about a mirror's own tables. */
export const isOfMirror = (script: string): boolean =>
  script.startsWith('DECLARE millrace_') || (OWN.test(script) && !script.startsWith('CREATE '))

/** Runs a statement, or a script with a transaction. @returns the rows of its last query. @throws Error with BigQuery's words */
export async function runOfMirror(script: string, dataset: Dataset): Promise<Answer> {
  for (;;) {
    const tables = await DuckdbTables.open(script, dataset)
    try {
      if (script.startsWith('DECLARE ')) return await runTransaction(script, tables)
      if (/^(SELECT|WITH) /.test(script)) return await tables.ask(script)
      await tables.change(script)
      await tables.publish()
      return []
    } catch (error) {
      // A statement that is no part of a transaction waits for others, and transactions end.
      if (!(error instanceof Conflict)) throw error
    } finally {
      tables.close()
    }
  }
}

/** All of it happens, or nothing, and its handler of errors says in which part it ended. */
async function runTransaction(script: string, tables: DuckdbTables): Promise<Answer> {
  const statements = script.split(';\n').map((statement) => statement.replace(/^BEGIN\n/, ''))
  const handler = statements.findIndex((statement) => statement.startsWith('EXCEPTION WHEN ERROR THEN\n'))
  if (handler < 0 || statements[handler - 1] !== 'COMMIT TRANSACTION') throw new Error('Syntax error: Expected COMMIT')
  const counts: string[] = []
  const state = { part: 0, changed: 0, isOpen: false }
  try {
    for (const statement of statements.slice(0, handler)) await step(statement, { tables, counts, state })
  } catch (error) {
    const words = error instanceof Error ? error.message : ''
    throw new Error(`Query error: millrace: part ${state.part}: ${words}`)
  }
  return [[JSON.stringify(counts)]]
}

interface Running {
  readonly tables: DuckdbTables
  readonly counts: string[]
  readonly state: { part: number; changed: number; isOpen: boolean }
}

async function step(statement: string, { tables, counts, state }: Running): Promise<void> {
  if (statement.startsWith('DECLARE ') || statement === 'END IF') return
  if (statement === 'BEGIN TRANSACTION') {
    state.isOpen = true
    return
  }
  if (!state.isOpen) throw new Error('Syntax error: Unexpected keyword outside of a transaction')
  const [, raised] = /^IF @@row_count <> 1 THEN\nRAISE USING MESSAGE = '([^']+)'$/.exec(statement) ?? []
  if (raised !== undefined) {
    if (state.changed !== 1) throw new Error(raised)
    return
  }
  const [, part] = /^SET millrace_part = (\d+)$/.exec(statement) ?? []
  if (part !== undefined) {
    state.part = Number(part)
    return
  }
  const [, counted] =
    /^SET millrace_counts = ARRAY_CONCAT\(millrace_counts, \[(''|\([\s\S]+\))\]\)$/.exec(statement) ?? []
  if (counted !== undefined) {
    counts.push(counted === "''" ? '' : String((await tables.ask(counted.slice(1, -1)))[0]?.[0] ?? ''))
    return
  }
  if (statement === 'COMMIT TRANSACTION') return tables.publish()
  if (/^(CREATE|ALTER|DROP) (?!TEMP )/.test(statement))
    throw new Error('DDL of a permanent table is not allowed in a transaction')
  state.changed = await tables.change(statement)
  if (tables.changed.size > MOST_TABLES) throw new Error(`A transaction may not mutate more than ${MOST_TABLES} tables`)
}
