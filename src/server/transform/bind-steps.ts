import type { DuckDBConnection } from '@duckdb/node-api'

import { settingProblems } from '../../core/catalog/transformation-setting-problems.ts'
import { linesIn, namesIn, textIn } from '../../core/catalog/transformation-settings.ts'
import { TRANSFORMATION_TYPES } from '../../core/catalog/transformation-types.ts'
import type { SourceColumn } from '../connectors/source.ts'
import { quoteName } from '../duckdb/quote-sql.ts'
import { checkExpression, checkQuery } from './check-sql.ts'
import { type CompiledStep, compileStep } from './compile-step.ts'
import { explainBinding } from './explain-duckdb.ts'
import { writingOf } from './field-writing.ts'
import { readStream } from './read-stream.ts'
import { type BoundColumn, RAW_PREFIX, type Relation, ROW_NUMBER } from './relation.ts'
import { settingField, settingSentence } from './setting-sentence.ts'
import { type Step, StepError } from './step.ts'
import { ValueRules } from './value-rules.ts'

/** What of a stream comes to the steps. */
export interface StepsInput {
  readonly entity: string
  readonly columns: readonly SourceColumn[]
}

export interface StepsSource {
  /** Every entity that a join may name; undefined where asking would cost too much. */
  readonly entities: readonly string[] | undefined
  find(entity: string): StepsInput | undefined
}

/** A stream's rows in a table of DuckDB, one encoded field a column. */
export interface LoadedStream extends StepsInput {
  readonly table: string
}

/** The steps of one stream as SQL; good for any DuckDB in which the tables are there. */
export interface BoundSteps {
  readonly main: LoadedStream
  /** Other streams, which joins read. */
  readonly others: readonly LoadedStream[]
  /** Common table expressions, each over those before it. */
  readonly queries: readonly string[]
  /** The rows as they are read, then after each step. */
  readonly relations: readonly { readonly id: string; readonly relation: Relation }[]
  readonly rules: ValueRules
  /** The first step that cannot work; those after it were not looked at. */
  readonly failure?: { readonly id: string; readonly error: StepError }
}

/** What the rows as they are read are called among the steps. */
export const SOURCE_ID = 'source'

/** Settles columns and types after each step before any row is read. Makes the streams' tables, empty. */
export async function bindSteps(
  connection: DuckDBConnection,
  input: StepsInput,
  steps: readonly Step[],
  source: StepsSource,
): Promise<BoundSteps> {
  const rules = new ValueRules()
  const main = { ...input, table: 'raw_0' }
  const others: LoadedStream[] = []
  const queries: string[] = []
  const bindStream = async (stream: LoadedStream, name: string): Promise<Relation> => {
    const fields = stream.columns.map((_, at) => `r${at} VARCHAR, `).join('')
    await connection.run(`CREATE OR REPLACE TEMP TABLE ${stream.table} (${fields}n BIGINT)`)
    const compiled = readStream(stream, rules)
    const columns = await bindColumns(connection, queries, name, compiled)
    queries.push(`${name} AS (${compiled.sql})`)
    // Spelled and sized as the source says, which knows better than our types for reading.
    const own = columns.map((column, at) => ownColumn(column, stream.columns[at]))
    return { name, columns: own, isNumbered: true }
  }

  const relations: { id: string; relation: Relation }[] = []
  let id = SOURCE_ID
  try {
    let relation = await bindStream(main, 's0')
    relations.push({ id, relation })
    for (const [index, step] of steps.entries()) {
      id = step.id
      checkSettings(step, relation, input.entity, source)
      await checkSql(connection, step)
      const joined = step.type === 'join' ? source.find(textIn(step.settings, 'stream')) : undefined
      const table = `raw_${others.length + 1}`
      const stream = joined && { ...joined, columns: joinedColumns(step, joined), table }
      if (stream) others.push(stream)
      const other = stream && (await bindStream(stream, `o${index}`))
      const compiled = compileStep({ step, input: relation, rules, ...(other && { other }) })
      const name = `s${index + 1}`
      const columns = await bindColumns(connection, queries, name, compiled).catch(async (error: unknown) => {
        throw await whichExpression(connection, queries, step, relation, error)
      })
      queries.push(`${name} AS (${compiled.sql})`)
      relation = { name, columns: withKey(columns, relation, compiled), isNumbered: compiled.isNumbered }
      relations.push({ id, relation })
    }
    return { main, others, queries, relations, rules }
  } catch (error) {
    if (!(error instanceof StepError)) throw error
    return { main, others, queries, relations, rules, failure: { id, error } }
  }
}

/** @throws StepError for the first setting that is not finished or names what is not there */
function checkSettings(step: Step, { columns }: Relation, stream: string, source: StepsSource): void {
  const other = step.type === 'join' ? source.find(textIn(step.settings, 'stream')) : undefined
  const [problem] = settingProblems(TRANSFORMATION_TYPES[step.type].settings, step.settings, {
    stream,
    columns: columns.map(({ name }) => name),
    entities: source.entities,
    columnsOf: () => other?.columns.map(({ name }) => name),
  })
  if (problem) {
    throw new StepError({
      code: problem.kind === 'no-such-column' ? 'COLUMN_NOT_FOUND' : 'STEP_UNFINISHED',
      message: settingSentence(step, problem),
      field: settingField(problem),
    })
  }
  if (step.type === 'join' && !other) {
    throw new StepError({
      code: 'ENTITY_NOT_FOUND',
      message: `The source has no ${textIn(step.settings, 'stream')}.`,
      field: 'settings.stream',
    })
  }
}

/** What a join needs of its other stream. */
function joinedColumns({ settings }: Step, { columns }: StepsInput): readonly SourceColumn[] {
  const chosen = namesIn(settings, 'columns')
  const keys = linesIn(settings, 'on').map((line) => line['other'])
  return chosen.length === 0 ? columns : columns.filter(({ name }) => chosen.includes(name) || keys.includes(name))
}

const expressionsOf = (step: Step): readonly { readonly sql: string; readonly field: string }[] => {
  if (step.type === 'filter') return [{ sql: textIn(step.settings, 'where'), field: 'settings.where' }]
  if (step.type !== 'compute') return []
  return linesIn(step.settings, 'columns').map((line, index) => ({
    sql: line['expression'] ?? '',
    field: `settings.columns.${index}.expression`,
  }))
}

/** @throws StepError where SQL of a person reaches beyond its step */
async function checkSql(connection: DuckDBConnection, step: Step): Promise<void> {
  if (step.type === 'sql') {
    await at('settings.query', checkQuery(connection, textIn(step.settings, 'query')))
  }
  for (const { sql, field } of expressionsOf(step)) await at(field, checkExpression(connection, sql))
}

const at = <T>(field: string, checked: Promise<T>): Promise<T> =>
  checked.catch((error: unknown) => {
    throw error instanceof StepError ? new StepError({ ...error.problem, field }) : error
  })

/** Of several expressions, the one that DuckDB does not understand. */
async function whichExpression(
  connection: DuckDBConnection,
  queries: readonly string[],
  step: Step,
  input: Relation,
  error: unknown,
): Promise<unknown> {
  if (error instanceof StepError) return error
  const names = input.columns.map(({ name }) => name)
  for (const { sql, field } of expressionsOf(step)) {
    const own = await statementError(connection, `${withQueries(queries)} SELECT (\n${sql}\n) FROM ${input.name}`)
    if (own !== undefined) return new StepError({ ...explainBinding(own, names), field })
  }
  const field = step.type === 'sql' ? { field: 'settings.query' } : {}
  return new StepError({ ...explainBinding(error, names), ...field })
}

const statementError = (connection: DuckDBConnection, sql: string): Promise<unknown> =>
  connection.prepare(sql).then(
    (statement) => void statement.destroySync(),
    (error: unknown) => error,
  )

export const withQueries = (queries: readonly string[]): string =>
  queries.length > 0 ? `WITH ${queries.join(',\n')}\n` : ''

/** The columns of a step with DuckDB's types. @throws StepError, or DuckDB's error for SQL that it does not understand */
async function bindColumns(
  connection: DuckDBConnection,
  queries: readonly string[],
  name: string,
  { sql, columns }: CompiledStep,
): Promise<readonly BoundColumn[]> {
  const list = columns ? columns.map((column) => quoteName(column.name)).join(', ') || 'NULL' : '*'
  const names = columns?.map((column) => column.name)
  if (names) refuseNames(names)
  const statement = await connection.prepare(
    `${withQueries([...queries, `${name} AS (${sql})`])} SELECT ${list} FROM ${name}`,
  )
  try {
    const found = names ?? Array.from({ length: statement.columnCount }, (_, index) => statement.columnName(index))
    refuseNames(found)
    return found.map((own, index) => {
      const type = statement.columnType(index)
      const selected = columns?.[index]
      const label = type.alias ?? String(type)
      const { raw, from } = selected ?? {}
      const value = from?.value ?? writingOf(type).value
      return {
        name: own,
        type,
        label: from?.label ?? label.toLowerCase(),
        value,
        nullable: from?.nullable ?? true,
        ...(from?.keyPosition !== undefined && { keyPosition: from.keyPosition }),
        ...(raw !== undefined && { raw }),
      }
    })
  } finally {
    statement.destroySync()
  }
}

function ownColumn(bound: BoundColumn, column: SourceColumn | undefined): BoundColumn {
  if (!column) return bound
  const { type: label, value, nullable, keyPosition } = column
  return { ...bound, label, value, nullable, ...(keyPosition !== undefined && { keyPosition }) }
}

/** Half of a key is none. */
function withKey(
  columns: readonly BoundColumn[],
  { columns: before }: Relation,
  { losesKey }: CompiledStep,
): readonly BoundColumn[] {
  const isKey = ({ keyPosition }: BoundColumn) => keyPosition !== undefined
  if (!losesKey && columns.filter(isKey).length === before.filter(isKey).length) return columns
  return columns.map(({ keyPosition: _, ...column }) => column)
}

/** @throws StepError where DuckDB, to which upper and lower case are the same, could not tell columns apart */
function refuseNames(names: readonly string[]): void {
  const folded = names.map((name) => name.toLowerCase())
  const twice = names.filter((_, index) => folded.indexOf(folded[index] ?? '') !== index)
  if (twice.length > 0) {
    throw new StepError({
      code: 'COLUMN_NAME_TWICE',
      message: `Two columns would have the same name but for upper and lower case: ${twice.join(', ')}.`,
      hint: 'Rename one of them, or leave it out of the stream.',
    })
  }
  const reserved = names.filter((name) => name.startsWith(RAW_PREFIX) || name === ROW_NUMBER || name === '')
  if (reserved.length > 0) {
    throw new StepError({ code: 'NAME_RESERVED', message: `No column can be called "${reserved[0]}" here.` })
  }
}
