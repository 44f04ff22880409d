import { sentence } from '../../../core/catalog/sentence.ts'
import { linesIn, namesIn, textIn } from '../../../core/catalog/transformations/transformation-settings.ts'
import type { TransformationType } from '../../../core/catalog/transformations/transformation-types.ts'
import { castColumn } from '../columns/cast-column.ts'
import { maskColumn } from '../columns/mask-column.ts'
import {
  type BoundColumn,
  carried,
  type Relation,
  ROW_NUMBER,
  type SelectedColumn,
  selectList,
} from '../columns/relation.ts'
import { type Step, StepError } from '../columns/step.ts'
import type { ValueRules } from '../columns/value-rules.ts'
import { quoteName } from '../duckdb/quote-sql.ts'
import { INPUT } from '../sql/check-sql.ts'
import { equalKeys } from './equal-keys.ts'

export interface StepContext {
  readonly step: Step
  readonly input: Relation
  /** The other stream of a join. */
  readonly other?: Relation
  readonly rules: ValueRules
  /** Whether rows reach a limit in batches, each with the rest of the limit. */
  readonly isInBatches?: boolean
}

/** The parameter with the number of rows that may still pass a limit. */
const LEFT = 'left'

/** One SELECT over the rows of the previous step. */
export interface CompiledStep {
  readonly sql: string
  /** Undefined if only DuckDB knows them. */
  readonly columns?: readonly SelectedColumn[]
  readonly isNumbered: boolean
  /** Its sort order, if it only sorts. */
  readonly sortedBy?: string
  /** Whether rows may be combined or repeated, so that a column that identified them no longer does. */
  readonly losesKey?: boolean
}

type Compile = (context: StepContext) => CompiledStep

const all = ({ columns }: Relation) => columns.map((column) => carried(column))

/** Settings have been checked before, so every named column exists. */
function columnOf({ columns }: Relation, name = ''): BoundColumn {
  const found = columns.find((column) => column.name === name)
  if (!found) throw new Error(`"${name}" was checked before`)
  return found
}

/** `rest` is everything after FROM. */
function select(
  { input }: StepContext,
  columns: readonly SelectedColumn[] = all(input),
  rest = '',
  source = input.name,
): CompiledStep {
  const { isNumbered } = input
  return { sql: `SELECT ${selectList(columns, isNumbered)} FROM ${source} ${rest}`, columns, isNumbered }
}

/** New columns replace those with the same name; others come last. */
function withColumns(input: Relation, computed: readonly SelectedColumn[]): readonly SelectedColumn[] {
  const kept = all(input).map((column) => computed.find(({ name }) => name === column.name) ?? column)
  return [...kept, ...computed.filter(({ name }) => !input.columns.some((column) => column.name === name))]
}

/** On separate lines, so that a comment at the end comments out nothing else. */
const inParentheses = (sql: string) => `(\n${sql}\n)`

const direction = (line: Readonly<Record<string, string>>) => (line['direction'] === 'descending' ? 'DESC' : 'ASC')

const orderBy = (lines: readonly Readonly<Record<string, string>>[]): readonly string[] =>
  lines.map((line) => `${quoteName(line['column'] ?? '')} ${direction(line)} NULLS LAST`)

const MEASURES: Readonly<Record<string, (column: string) => string>> = {
  count: (column) => `count(${column || '*'})`,
  count_distinct: (column) => `count(DISTINCT ${column})`,
  sum: (column) => `sum(${column})`,
  avg: (column) => `avg(${column})`,
  min: (column) => `min(${column})`,
  max: (column) => `max(${column})`,
}

/** Each type as a SELECT; docs/transformations.md documents the settings. */
const COMPILE: Readonly<Record<TransformationType, Compile>> = {
  select: (context) => {
    const { input, step } = context
    return select(
      context,
      namesIn(step.settings, 'columns').map((name) => carried(columnOf(input, name))),
    )
  },

  rename: (context) => {
    const names = new Map(linesIn(context.step.settings, 'columns').map((line) => [line['column'], line['to']]))
    return select(
      context,
      context.input.columns.map((column) => carried(column, names.get(column.name) || column.name)),
    )
  },

  cast: (context) => {
    const { input, step, rules } = context
    const types = new Map(linesIn(step.settings, 'columns').map((line) => [line['column'], line['type'] ?? '']))
    const row = input.isNumbered ? ROW_NUMBER : undefined
    return select(
      context,
      input.columns.map((column) => {
        const type = types.get(column.name)
        return type === undefined
          ? carried(column)
          : { name: column.name, sql: castColumn(column, type, { rules, row, node: step.id }) }
      }),
    )
  },

  filter: (context) => select(context, undefined, `WHERE ${inParentheses(textIn(context.step.settings, 'where'))}`),

  compute: (context) => {
    const computed = linesIn(context.step.settings, 'columns').map((line) => ({
      name: line['name'] ?? '',
      sql: inParentheses(line['expression'] ?? ''),
    }))
    return select(context, withColumns(context.input, computed))
  },

  mask: (context) => {
    const { input, step } = context
    const methods = new Map(linesIn(step.settings, 'columns').map((line) => [line['column'], line['method'] ?? '']))
    return select(
      context,
      input.columns.map((column) => {
        const method = methods.get(column.name)
        return method === undefined ? carried(column) : { name: column.name, sql: maskColumn(column, method) }
      }),
    )
  },

  deduplicate: (context) => {
    const { input, step } = context
    const by = namesIn(step.settings, 'by').map(quoteName)
    // Of equal rows the first that was read, so that two runs over the same rows have the same result.
    const order = [...orderBy(linesIn(step.settings, 'keep')), ...(input.isNumbered ? [ROW_NUMBER] : [])]
    const window = `PARTITION BY ${by.join(', ')}${order.length > 0 ? ` ORDER BY ${order.join(', ')}` : ''}`
    const first = `QUALIFY row_number() OVER (${window}) = 1`
    if (!input.isNumbered) return select(context, undefined, first)
    // Only the identifying columns go through the window function, which must hold all of its input in memory.
    return select(context, undefined, `WHERE ${ROW_NUMBER} IN (SELECT ${ROW_NUMBER} FROM ${input.name} ${first})`)
  },

  aggregate: ({ input, step }) => {
    const by = namesIn(step.settings, 'by').map((name) => columnOf(input, name))
    const columns: readonly SelectedColumn[] = [
      // Equal values may have different notations, so the original text is dropped.
      ...by.map((column) => ({ name: column.name, sql: quoteName(column.name) })),
      ...linesIn(step.settings, 'measures').map((line) => ({
        name: line['name'] ?? '',
        sql: MEASURES[line['function'] ?? '']?.(line['column'] ? quoteName(line['column']) : '') ?? 'NULL',
      })),
    ]
    const group = by.length > 0 ? ` GROUP BY ${by.map(({ name }) => quoteName(name)).join(', ')}` : ''
    return {
      sql: `SELECT ${selectList(columns, false)} FROM ${input.name}${group}`,
      columns,
      isNumbered: false,
      losesKey: true,
    }
  },

  sort: (context) => {
    const sortedBy = orderBy(linesIn(context.step.settings, 'by')).join(', ')
    return { ...select(context, undefined, `ORDER BY ${sortedBy}`), sortedBy }
  },

  limit: (context) =>
    select(
      context,
      undefined,
      `LIMIT ${context.isInBatches ? `$${LEFT}::BIGINT` : Number(context.step.settings['rows'])}`,
    ),

  join: (context) => ({ ...join(context), losesKey: true }),

  sql: ({ input, step }) => ({
    sql: `WITH ${INPUT} AS (SELECT ${input.columns.map(({ name }) => quoteName(name)).join(', ')} FROM ${input.name}) SELECT * FROM ${inParentheses(textIn(step.settings, 'query'))}`,
    isNumbered: false,
    losesKey: true,
  }),
}

/** @throws StepError where the settings contradict each other */
export const compileStep = (context: StepContext): CompiledStep => COMPILE[context.step.type](context)

function join(context: StepContext): CompiledStep {
  const { input, other, step } = context
  if (!other) throw new Error('the other stream was bound before')
  const on = linesIn(step.settings, 'on').map((line) => {
    const [mine, theirs] = [columnOf(input, line['column']), columnOf(other, line['other'])]
    return equalKeys(
      { sql: `mine.${quoteName(mine.name)}`, column: mine },
      { sql: `others.${quoteName(theirs.name)}`, column: theirs },
    )
  })
  const chosen = namesIn(step.settings, 'columns')
  const isThere = (name: string) => input.columns.some((column) => column.name.toLowerCase() === name.toLowerCase())
  const twice = chosen.filter(isThere)
  if (twice.length > 0) {
    throw new StepError({
      code: 'COLUMN_NAME_TWICE',
      message: sentence`The stream has columns of these names already: ${twice.join(', ')}.`,
      hint: sentence`Rename them before this step, or leave them out of the columns to add.`,
      field: 'settings.columns',
    })
  }
  const names = chosen.length > 0 ? chosen : other.columns.map(({ name }) => name).filter((name) => !isThere(name))
  const isOuter = textIn(step.settings, 'rows') !== 'matching'
  const added = names.map((name): SelectedColumn => {
    const column = columnOf(other, name)
    return {
      ...carried(column),
      sql: `others.${quoteName(name)}`,
      from: { ...column, nullable: column.nullable || isOuter },
    }
  })
  const mine = all(input).map((column) => ({ ...column, sql: `mine.${column.sql}` }))
  const columns = [...mine, ...added]
  const number = input.isNumbered ? `, mine.${ROW_NUMBER}` : ''
  const source = `${input.name} AS mine ${isOuter ? 'LEFT ' : ''}JOIN ${other.name} AS others ON ${on.join(' AND ')}`
  return { sql: `SELECT ${selectList(columns, false)}${number} FROM ${source}`, columns, isNumbered: input.isNumbered }
}
