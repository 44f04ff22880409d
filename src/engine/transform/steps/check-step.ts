import type { DuckDBConnection } from '@duckdb/node-api'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { settingProblems } from '../../../core/catalog/transformations/transformation-setting-problems.ts'
import { linesIn, textIn } from '../../../core/catalog/transformations/transformation-settings.ts'
import { TRANSFORMATION_TYPES } from '../../../core/catalog/transformations/transformation-types.ts'
import { withQueries } from '../columns/bind-columns.ts'
import type { BoundColumn, Relation } from '../columns/relation.ts'
import { type Step, StepError } from '../columns/step.ts'
import { ValueRules } from '../columns/value-rules.ts'
import { duckdbErrorOf } from '../duckdb/duckdb-error.ts'
import { explainBinding } from '../duckdb/explain-duckdb.ts'
import { checkExpression, checkQuery } from '../sql/check-sql.ts'
import { placeOfBytes } from '../sql/place-in-text.ts'
import type { Tree } from '../sql/sql-tree.ts'
import type { StepsSource } from './bind-steps.ts'
import { compileStep } from './compile-step.ts'
import { settingField, settingSentence } from './setting-sentence.ts'

/** @throws StepError for the first setting that is unfinished or refers to something that does not exist */
export function checkSettings(step: Step, { columns }: Relation, stream: string, source: StepsSource): void {
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
      ...(problem.kind === 'no-such-column' && problem.stream !== stream && goneOf(problem)),
    })
  }
  if (step.type === 'join' && !other) {
    throw new StepError({
      code: 'ENTITY_NOT_FOUND',
      message: sentence`The source has no ${textIn(step.settings, 'stream')}.`,
      field: 'settings.stream',
      gone: { table: textIn(step.settings, 'stream') },
    })
  }
}

const goneOf = ({ stream: table, column }: { readonly stream: string; readonly column: string }) => ({
  gone: { table, column },
})

const expressionsOf = (step: Step): readonly { readonly sql: string; readonly field: string }[] => {
  if (step.type === 'filter') return [{ sql: textIn(step.settings, 'where'), field: 'settings.where' }]
  if (step.type !== 'compute') return []
  return linesIn(step.settings, 'columns').map((line, index) => ({
    sql: line['expression'] ?? '',
    field: `settings.columns.${index}.expression`,
  }))
}

/** @returns its parsed expressions. @throws StepError if a user's SQL accesses more than its step may */
export async function checkSql(
  connection: DuckDBConnection,
  step: Step,
  { columns }: Relation,
): Promise<readonly Tree[]> {
  const isPadded = ({ value }: BoundColumn) => value.kind === 'text' && value.padded
  const padded = new Set(columns.filter(isPadded).map(({ name }) => name.toLowerCase()))
  if (step.type === 'sql') {
    await at('settings.query', checkQuery(connection, textIn(step.settings, 'query'), padded))
  }
  const expressions: Tree[] = []
  for (const { sql, field } of expressionsOf(step))
    expressions.push(await at(field, checkExpression(connection, sql, padded)))
  return expressions
}

const at = <T>(field: string, checked: Promise<T>): Promise<T> =>
  checked.catch((error: unknown) => {
    throw error instanceof StepError ? new StepError({ ...error.problem, field }) : error
  })

/** The first of several expressions that DuckDB does not understand, and the position in it. */
export async function whichExpression(
  connection: DuckDBConnection,
  queries: readonly string[],
  step: Step,
  input: Relation,
  error: unknown,
): Promise<unknown> {
  if (error instanceof StepError) return error
  const names = input.columns.map(({ name }) => name)
  const explained = (own: unknown, field: string, written: { readonly before: string; readonly text: string }) => {
    const position = placeOfBytes(written, duckdbErrorOf(own).position)
    return new StepError({ ...explainBinding(own, names), field, ...defined({ position }) })
  }
  for (const { sql, field } of expressionsOf(step)) {
    const before = `${withQueries(queries)} SELECT (\n`
    const own = await statementError(connection, `${before}${sql}\n) FROM ${input.name}`)
    if (own !== undefined) return explained(own, field, { before, text: sql })
  }
  if (step.type !== 'sql') return new StepError(explainBinding(error, names))
  const query = textIn(step.settings, 'query')
  const { sql } = compileStep({ step, input, rules: new ValueRules() })
  const statement = `${withQueries([...queries, `checked AS (${sql})`])} SELECT * FROM checked`
  const before = statement.slice(0, statement.lastIndexOf(query))
  return explained((await statementError(connection, statement)) ?? error, 'settings.query', { before, text: query })
}

const statementError = (connection: DuckDBConnection, sql: string): Promise<unknown> =>
  connection.prepare(sql).then(
    (statement) => void statement.destroySync(),
    (error: unknown) => error,
  )
