import { withQueries } from '../columns/bind-columns.ts'
import { encodedField } from '../columns/field-writing.ts'
import { type BoundColumn, RAW_PREFIX, type Relation, ROW_NUMBER, rawName } from '../columns/relation.ts'
import type { Parameters } from '../duckdb/query-runner.ts'
import { quoteName } from '../duckdb/quote-sql.ts'
import type { BoundSteps, LoadedStream } from '../steps/bind-steps.ts'
import { type CutRows, joinField } from './cut-rows.ts'

/** Size of a batch for one statement, in bytes. */
export const STATEMENT_BYTES = 2 * 1024 * 1024

/** The error of a column that was not read, because nothing was expected to use it. */
export const NOT_READ = 'this column was not expected to be read'

/** Before the name of a stream's table: the columns of it that are there. */
const GIVEN_PREFIX = 'given_'

/** The columns after the last step, by name. */
export const leavingColumns = ({ relations }: BoundSteps, names: readonly string[]): readonly BoundColumn[] => {
  const { columns } = lastOf(relations)
  return names.flatMap((name) => columns.find((column) => column.name === name) ?? [])
}

/** Numbers of the stream's columns that steps use or that are in the result; the others are not read. */
export function neededColumns(
  { table, columns }: LoadedStream,
  { used }: Pick<BoundSteps, 'used'>,
  leaving: readonly BoundColumn[],
): readonly number[] {
  const isNeeded = (raw: string) => used.has(raw) || leaving.some((column) => column.raw === raw)
  const needed = columns.flatMap((_, field) => (isNeeded(rawName(table, field)) ? [field] : []))
  // Rows without a field could not be counted.
  return needed.length > 0 ? needed : [0]
}

/** Parameters of a statement that reads a batch, with some of its fields. */
export const batchParameters = (cut: CutRows, given: ReadonlyMap<number, number>): Parameters => ({
  rows: cut.rows,
  ...Object.fromEntries([...given].map(([column, field]) => [`f${column}`, joinField(cut, field)])),
})

/** SELECT of a batch's rows like the stream's table, with the given columns; numbered from 1. */
function batchRows(given: readonly number[]): string {
  const fields = given.map((field) => `unnest(string_split(decode($f${field}::BLOB), chr(10))) AS r${field}`)
  const rows = fields.length > 0 ? fields.join(', ') : 'unnest(range($rows::BIGINT))'
  return `SELECT ${given.map((field) => `r${field}, `).join('')}row_number() OVER () AS n FROM (SELECT ${rows})`
}

/**
 * The stream's table for the steps. Missing columns are known to be unnecessary; if they were used, the query would fail. They are in a query of
 * their own, because DuckDB keeps all columns of one that reads a file, if its rows are needed twice.
 */
const givenRows = ({ table, columns }: LoadedStream, given: readonly number[], rows: string): string => {
  const fields = columns.map((_, field) => (given.includes(field) ? `r${field}` : `error('${NOT_READ}') AS r${field}`))
  const read = `${GIVEN_PREFIX}${table}`
  return `${read} AS NOT MATERIALIZED (SELECT ${columnList(given)} FROM ${rows}),
    ${table} AS NOT MATERIALIZED (SELECT ${[...fields, 'n'].join(', ')} FROM ${read})`
}

const columnList = (given: readonly number[]): string => [...given.map((field) => `r${field}`), 'n'].join(', ')

/** The table into which rows are loaded. */
export const tableStatement = ({ table }: LoadedStream, given: readonly number[]): string =>
  `CREATE OR REPLACE TEMP TABLE ${table} (${given.map((field) => `r${field} VARCHAR, `).join('')}n BIGINT)`

export const loadStatement = ({ table }: LoadedStream, given: readonly number[]): string =>
  `INSERT INTO ${table} (${columnList(given)}) SELECT * REPLACE ($before::BIGINT + n AS n) FROM (${batchRows(given)})`

const fieldOf = ({ name, type, raw }: BoundColumn): string =>
  raw === undefined ? encodedField(type, quoteName(name)) : `coalesce(${raw}, '\\N')`

/** A row as bytes, which no client treats as text: fields that no step has changed are original. */
const encodedRow = (columns: readonly BoundColumn[]): string =>
  `encode(concat_ws(chr(9), ${columns.map(fieldOf).join(', ')}))`

/**
 * The result of the steps for a batch of independent rows, in one row: the numbers of the remaining rows, and each new field, with all
 * rows in one value. Rows are numbered within the batch: with a number as a parameter, DuckDB would create a new plan each time.
 */
export function rowWiseStatement(
  steps: BoundSteps,
  given: readonly number[],
  computed: readonly BoundColumn[],
): string {
  const { main, queries, relations, leavesRowsOut } = steps
  const kept = leavesRowsOut ? `list(CAST(${ROW_NUMBER} - 1 AS INTEGER))` : 'NULL'
  const fields = computed.map((column) => `encode(string_agg(${fieldOf(column)}, chr(10)))`)
  const batch = givenRows(main, given, `(${batchRows(given)})`)
  return `${withQueries([batch, ...queries])} SELECT ${[kept, ...fields].join(', ')} FROM ${lastOf(relations).name}`
}

/** The rows after all steps, each as bytes. @param rowsOf SQL for the rows of a stream, with the given columns, and their number */
export function wholeStatement(
  { main, others, queries, relations }: BoundSteps,
  leaving: readonly BoundColumn[],
  given: (stream: LoadedStream) => readonly number[],
  rowsOf: (stream: LoadedStream) => string,
): string {
  const loaded = [main, ...others].map((stream) => givenRows(stream, given(stream), rowsOf(stream)))
  const { name, sorted } = lastOf(relations)
  // A row needs less memory in the sort than its separate fields.
  const rows = sorted ? `${sorted.rows} ORDER BY ${sorted.by}` : name
  return `${withQueries([...loaded, ...queries])} SELECT ${encodedRow(leaving)} FROM ${rows}`
}

/** The same, with the fields of the row of the stream from which each row comes behind its own. The steps must be traceable. */
export function tracedStatement(
  steps: BoundSteps,
  leaving: readonly BoundColumn[],
  given: (stream: LoadedStream) => readonly number[],
  rowsOf: (stream: LoadedStream) => string,
): string {
  const { main, others, queries, relations } = steps
  const loaded = [main, ...others].map((stream) => givenRows(stream, given(stream), rowsOf(stream)))
  const fields = given(main).map((field) => `coalesce(r${field}, '\\N')`)
  const origins = `(SELECT n AS ${RAW_PREFIX}n, concat_ws(chr(9), ${fields.join(', ')}) AS ${RAW_PREFIX}row FROM ${rowsOf(main)})`
  const { name, sorted } = lastOf(relations)
  const order = sorted ? ` ORDER BY ${sorted.by}` : ''
  const row = `encode(concat_ws(chr(9), ${[...leaving.map(fieldOf), `${RAW_PREFIX}row`].join(', ')}))`
  return `${withQueries([...loaded, ...queries])} SELECT ${row} FROM ${sorted?.rows ?? name} JOIN ${origins} ON ${RAW_PREFIX}n = ${ROW_NUMBER}${order}`
}

/** Writes the rows after one step, each as bytes, into the table `shown`; DuckDB's joins return them, and the partners of one row, in any order. */
export function stepStatement({ queries, relations, joins }: BoundSteps, index: number): string {
  const before = relations.slice(0, index + 1)
  const relation = before.at(-1)?.relation
  if (!relation) throw new Error('the step was bound before')
  const isJoined = before.some(({ id }) => joins.some((join) => join.id === id))
  const isMixed = isJoined && relation.isNumbered && !before.some((one) => one.relation.sorted)
  const order = isMixed ? ` ORDER BY ${ROW_NUMBER}, 1` : ''
  return `INSERT INTO shown ${withQueries(queries)} SELECT ${encodedRow(relation.columns)} FROM ${relation.name}${order}`
}

function lastOf(relations: BoundSteps['relations']): Relation {
  const last = relations.at(-1)
  if (!last) throw new Error('steps were bound before')
  return last.relation
}
