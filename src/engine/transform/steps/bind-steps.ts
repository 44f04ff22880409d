import type { DuckDBConnection } from '@duckdb/node-api'

import { settingProblems } from '../../../core/catalog/transformation-setting-problems.ts'
import { linesIn, namesIn, textIn } from '../../../core/catalog/transformation-settings.ts'
import { TRANSFORMATION_TYPES } from '../../../core/catalog/transformation-types.ts'
import type { Problem } from '../../ports/connector.ts'
import type { SourceColumn } from '../../ports/source.ts'
import { bindColumns, ownColumn, withKey, withQueries } from '../columns/bind-columns.ts'
import { readStream } from '../columns/read-stream.ts'
import type { OutlinedColumn, Relation } from '../columns/relation.ts'
import { isRowWise as isRowWiseStep, type Step, StepError } from '../columns/step.ts'
import { ValueRules } from '../columns/value-rules.ts'
import { explainBinding } from '../duckdb/explain-duckdb.ts'
import { tableStatement } from '../rows/batch-statement.ts'
import { checkExpression, checkQuery } from '../sql/check-sql.ts'
import { rowWiseQuery } from '../sql/row-wise-query.ts'
import type { Tree } from '../sql/sql-tree.ts'
import { usedColumns } from '../sql/used-columns.ts'
import { compileStep } from './compile-step.ts'
import { settingField, settingSentence } from './setting-sentence.ts'

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

/** What is known of the steps of one stream before any row is read. */
export interface StepsOutline {
  readonly main: LoadedStream
  /** Other streams, which joins read. */
  readonly others: readonly LoadedStream[]
  /** The rows as they are read, then after each step. */
  readonly relations: readonly {
    readonly id: string
    readonly relation: { readonly columns: readonly OutlinedColumn[] }
  }[]
  /** Hidden columns of the fields whose values steps work with; the others pass as they are, or are left out. */
  readonly used: ReadonlySet<string>
  /** Whether each row passes by itself, so that the rows need not be there all at once. */
  readonly isRowWise: boolean
  readonly leavesRowsOut: boolean
  /** No step looks at more rows of the stream than that, the first ones. */
  readonly readLimit?: number
  /** No more rows than that leave a step which comes after one that leaves rows out. Where steps are row-wise, all others keep their number. */
  readonly passLimit?: number
  /** The first step that cannot work; those after it were not looked at. */
  readonly failure?: { readonly id: string; readonly problem: Problem }
}

/** The steps of one stream as SQL; good for any DuckDB in which the tables are there. */
export interface BoundSteps extends StepsOutline {
  /** Common table expressions, each over those before it. */
  readonly queries: readonly string[]
  readonly relations: readonly { readonly id: string; readonly relation: Relation }[]
  readonly rules: ValueRules
}

/** What another process may know of bound steps. */
export const outlineOf = ({ queries: _queries, rules: _rules, relations, ...outline }: BoundSteps): StepsOutline => ({
  ...outline,
  relations: relations.map(({ id, relation }) => ({
    id,
    relation: { columns: relation.columns.map(({ type: _type, ...column }) => column) },
  })),
})

/** What the rows as they are read are called among the steps. */
export const SOURCE_ID = 'source'

/** Settles columns and types after each step before any row is read. Makes the streams' tables, empty. */
export async function bindSteps(
  connection: DuckDBConnection,
  input: StepsInput,
  steps: readonly Step[],
  source: StepsSource,
  onStep: (id: string) => void = () => {},
): Promise<BoundSteps> {
  const rules = new ValueRules()
  const main = { ...input, table: 'raw_0' }
  const others: LoadedStream[] = []
  const queries: string[] = []
  const bindStream = async (stream: LoadedStream, name: string): Promise<Relation> => {
    const fields = stream.columns.map((_, field) => field)
    await connection.run(tableStatement(stream, fields))
    const compiled = readStream(stream, rules)
    const columns = await bindColumns(connection, queries, name, compiled)
    queries.push(`${name} AS NOT MATERIALIZED (${compiled.sql})`)
    const own = columns.map((column, at) => ownColumn(column, stream.columns[at]))
    return { name, columns: own, isNumbered: true }
  }

  const relations: { id: string; relation: Relation }[] = []
  const used = new Set<string>()
  let isRowWise = true
  let leavesRowsOut = false
  let readLimit: number | undefined
  let passLimit: number | undefined
  const bound = () => ({
    ...{ main, others, queries, relations, rules, used, isRowWise, leavesRowsOut },
    ...(readLimit !== undefined && { readLimit }),
    ...(passLimit !== undefined && { passLimit }),
  })
  let id = SOURCE_ID
  try {
    let relation = await bindStream(main, 's0')
    relations.push({ id, relation })
    for (const [index, step] of steps.entries()) {
      id = step.id
      onStep(id)
      checkSettings(step, relation, input.entity, source)
      const expressions = await checkSql(connection, step)
      const joined = step.type === 'join' ? source.find(textIn(step.settings, 'stream')) : undefined
      const table = `raw_${others.length + 1}`
      const stream = joined && { ...joined, columns: joinedColumns(step, joined), table }
      if (stream) others.push(stream)
      const other = stream && (await bindStream(stream, `o${index}`))
      const isStreamedLimit = step.type === 'limit' && isRowWise && passLimit === undefined
      const isInBatches = isStreamedLimit && leavesRowsOut
      let compiled = compileStep({ step, input: relation, rules, isInBatches, ...(other && { other }) })
      const name = `s${index + 1}`
      let columns = await bindColumns(connection, queries, name, compiled).catch(async (error: unknown) => {
        throw await whichExpression(connection, queries, step, relation, error)
      })
      const names = columns.map((column) => column.name)
      const query =
        step.type === 'sql'
          ? await rowWiseQuery(connection, textIn(step.settings, 'query'), relation, names)
          : undefined
      if (query) {
        compiled = query.compiled
        columns = await bindColumns(connection, queries, name, compiled)
      }
      const uses = query?.used ?? usedColumns({ step, input: relation, expressions, ...(other && { other }) })
      for (const { raw } of uses) if (raw !== undefined) used.add(raw)
      const leavesOut = query?.leavesRowsOut ?? step.type === 'filter'
      const rows = Number(step.settings['rows'])
      if (isInBatches) passLimit = rows
      else if (isStreamedLimit) readLimit = Math.min(rows, readLimit ?? rows)
      else isRowWise &&= (query !== undefined || isRowWiseStep(step)) && !(passLimit !== undefined && leavesOut)
      leavesRowsOut ||= leavesOut
      // Kept for a step that looks at its rows twice, a query would read values that nobody needs.
      queries.push(`${name} AS NOT MATERIALIZED (${compiled.sql})`)
      const { isNumbered, sortedBy } = compiled
      const sorted = sortedBy === undefined ? {} : { sorted: { rows: relation.name, by: sortedBy } }
      relation = { name, columns: withKey(columns, relation, compiled), isNumbered, ...sorted }
      relations.push({ id, relation })
    }
    return bound()
  } catch (error) {
    if (!(error instanceof StepError)) throw error
    return { ...bound(), failure: { id, problem: error.problem } }
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

/** @returns its expressions as they were read. @throws StepError where SQL of a person reaches beyond its step */
async function checkSql(connection: DuckDBConnection, step: Step): Promise<readonly Tree[]> {
  if (step.type === 'sql') {
    await at('settings.query', checkQuery(connection, textIn(step.settings, 'query')))
  }
  const expressions: Tree[] = []
  for (const { sql, field } of expressionsOf(step)) expressions.push(await at(field, checkExpression(connection, sql)))
  return expressions
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
