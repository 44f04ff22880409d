import { quoteName } from '../duckdb/quote-sql.ts'
import type { BoundSteps, LoadedStream } from './bind-steps.ts'
import { withQueries } from './bind-steps.ts'
import { encodedField } from './field-writing.ts'
import type { Relation } from './relation.ts'

/** Parameters of a statement that reads a batch: its rows, and how many came before them. */
export const LINES = 'lines'
export const BEFORE = 'before'

/** SELECT of a batch's rows, cut into encoded fields, as the stream's table has them. */
function batchRows({ columns }: LoadedStream): string {
  const fields = columns.map((_, at) => `f[${at + 1}] AS r${at}, `).join('')
  return `SELECT ${fields}$${BEFORE}::BIGINT + row_number() OVER () AS n
    FROM (SELECT string_split(line, chr(9)) AS f FROM (SELECT unnest(string_split(decode($${LINES}::BLOB), chr(10))) AS line))`
}

export const loadStatement = (stream: LoadedStream): string => `INSERT INTO ${stream.table} ${batchRows(stream)}`

/** A row as one text: fields that no step has changed are as they were read. */
function encodedRow({ columns }: Relation, names: readonly string[]): string {
  const wanted = names.flatMap((name) => columns.find((column) => column.name === name) ?? [])
  const fields = wanted.map(({ name, type, raw }) =>
    raw === undefined ? encodedField(type, quoteName(name)) : `coalesce(${raw}, '\\N')`,
  )
  return `concat_ws(chr(9), ${fields.join(', ')})`
}

/** The rows after all steps, of a batch alone, as one value with all lines and their count. */
export function rowWiseStatement({ main, queries, relations }: BoundSteps, columns: readonly string[]): string {
  const last = lastOf(relations)
  // Shadows the table of the same name.
  const batch = `${main.table} AS (${batchRows(main)})`
  return `${withQueries([batch, ...queries])} SELECT encode(string_agg(${encodedRow(last, columns)}, chr(10))) AS lines, count(*) AS rows FROM ${last.name}`
}

/** The rows after all steps, one line each, of everything that was loaded. */
export function wholeStatement({ queries, relations }: BoundSteps, columns: readonly string[]): string {
  const last = lastOf(relations)
  return `${withQueries(queries)} SELECT ${encodedRow(last, columns)} AS line FROM ${last.name}`
}

/** Puts the rows after one step, one line each, into the table `shown`. */
export function stepStatement({ queries, relations }: BoundSteps, index: number): string {
  const relation = relations[index]?.relation
  if (!relation) throw new Error('the step was bound before')
  const row = encodedRow(
    relation,
    relation.columns.map(({ name }) => name),
  )
  return `INSERT INTO shown ${withQueries(queries)} SELECT ${row} AS line FROM ${relation.name}`
}

function lastOf(relations: BoundSteps['relations']): Relation {
  const last = relations.at(-1)
  if (!last) throw new Error('steps were bound before')
  return last.relation
}
