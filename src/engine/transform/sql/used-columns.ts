import {
  type Cell,
  type ColumnUse,
  linesIn,
  namesIn,
  ROW_DECISIONS,
  type Setting,
} from '../../../core/catalog/transformations/transformation-settings.ts'
import { TRANSFORMATION_TYPES } from '../../../core/catalog/transformations/transformation-types.ts'
import type { BoundColumn, Relation } from '../columns/relation.ts'
import type { Step } from '../columns/step.ts'
import { listOf, type Tree, textOf, walk } from './sql-tree.ts'

/** What a step works on. */
export interface StepUse {
  readonly step: Step
  readonly input: Relation
  /** The other stream of a join. */
  readonly other?: Relation
  /** A user's expressions, parsed by DuckDB. */
  readonly expressions: readonly Tree[]
}

interface NamedColumns {
  readonly own: readonly BoundColumn[]
  /** Of the other stream of a join. */
  readonly others: readonly BoundColumn[]
}

/** The columns whose values a step uses, without those that it only passes on or leaves out. */
export function usedColumns(use: StepUse): readonly BoundColumn[] {
  const { own, others } = columnsUsedFor(['values', ...ROW_DECISIONS], use)
  return [...own, ...others]
}

/** The columns of the settings of a step with one of these uses. */
export function columnsUsedFor(
  uses: readonly ColumnUse[],
  { step: { type, settings }, input, other, expressions }: StepUse,
): NamedColumns {
  const row: { readonly settings: readonly Setting[] } = TRANSFORMATION_TYPES[type]
  const used = row.settings.filter((setting) => 'use' in setting && uses.includes(setting.use))
  if (used.some(({ kind }) => kind === 'query')) return { own: input.columns, others: [] }
  const parts = used.flatMap((setting) => partsOf(setting, settings))
  const named = (of: NamingPart['kind'], columns: readonly BoundColumn[] = []) => {
    const names = new Set(parts.flatMap(({ kind, names }) => (kind === of ? names : [])))
    return columns.filter(({ name }) => names.has(name))
  }
  const hasExpressions = parts.some(({ kind }) => kind === 'expression')
  const mentioned = hasExpressions ? expressions.flatMap((expression) => mentionedColumns(expression, input)) : []
  return { own: [...named('column', input.columns), ...mentioned], others: named('other-column', other?.columns) }
}

/** A setting, or a cell of its lines, with its texts. */
interface NamingPart {
  readonly kind: Cell['kind']
  readonly names: readonly (string | undefined)[]
}

function partsOf(setting: Setting, settings: Step['settings']): readonly NamingPart[] {
  if (setting.kind === 'columns') return [{ kind: 'column', names: namesIn(settings, setting.name) }]
  if (setting.kind === 'expression') return [{ kind: 'expression', names: [] }]
  if (setting.kind !== 'lines') return []
  const lines = linesIn(settings, setting.name)
  return setting.cells.map(({ kind, name }) => ({ kind, names: lines.map((line) => line[name]) }))
}

/** At least the columns that an expression, or a part of a query, mentions; all of them if a name could mean several. */
export function mentionedColumns(expression: unknown, { columns }: Relation): readonly BoundColumn[] {
  const mentioned = new Set<BoundColumn>()
  const byName = new Map(columns.map((column) => [column.name.toLowerCase(), column]))
  walk(expression, (node) => {
    const names = namesReferredToBy(node)
    if (!names) return
    const found = names.flatMap((name) => byName.get(name) ?? [])
    for (const column of found.length > 0 ? found : columns) mentioned.add(column)
  })
  return [...mentioned]
}

/** The schemas in which DuckDB has its functions. */
const SCHEMAS = ['main', 'pg_catalog', 'system']

/**
 * The names by which a node of a query refers to columns; none of them, if it does so by a place, a pattern or other names: then it may mean any.
 * @returns nothing for a node that refers to no column
 */
export function namesReferredToBy(node: Tree): readonly string[] | undefined {
  switch (node['class']) {
    case 'COLUMN_REF':
    case 'STAR':
    case 'POSITIONAL_REFERENCE':
      return listOf(node['column_names']).map((name) => textOf(name).toLowerCase())
    case 'FUNCTION': {
      // `email.upper()`: for the parser a function of the schema `email`.
      const before = ['catalog', 'schema'].map((key) => textOf(node[key]).toLowerCase()).filter((name) => name !== '')
      return before.every((name) => SCHEMAS.includes(name)) ? undefined : before
    }
    default:
      return hasOtherNames(node) ? [] : undefined
  }
}

/** `FROM input AS t(a, b)`: what is read has these names for its columns. */
export const hasOtherNames = (table: Tree): boolean => listOf(table['column_name_alias']).length > 0
