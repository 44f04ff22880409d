import { linesIn, namesIn } from '../../../core/catalog/transformations/transformation-settings.ts'
import type { BoundColumn, Relation } from '../columns/relation.ts'
import type { Step } from '../columns/step.ts'
import { listOf, type Tree, textOf, walk } from './sql-tree.ts'

/** The sources of a step's SQL. */
interface StepUse {
  readonly step: Step
  readonly input: Relation
  /** The other stream of a join. */
  readonly other?: Relation
  /** A user's expressions, parsed by DuckDB. */
  readonly expressions: readonly Tree[]
}

/** The columns whose values a step uses, without those that it only passes on or leaves out. */
export function usedColumns({ step: { type, settings }, input, other, expressions }: StepUse): readonly BoundColumn[] {
  const named = (names: readonly (string | undefined)[], { columns } = input) =>
    columns.filter(({ name }) => names.includes(name))
  const lines = (setting: string, cell = 'column') => linesIn(settings, setting).map((line) => line[cell])
  switch (type) {
    case 'select':
    case 'rename':
    case 'limit':
      return []
    case 'filter':
    case 'compute':
      return expressions.flatMap((expression) => mentionedColumns(expression, input))
    case 'cast':
    case 'mask':
      return named(lines('columns'))
    case 'deduplicate':
      return named([...namesIn(settings, 'by'), ...lines('keep')])
    case 'aggregate':
      return named([...namesIn(settings, 'by'), ...lines('measures')])
    case 'sort':
      return named(lines('by'))
    case 'join':
      return [...named(lines('on')), ...named(lines('on', 'other'), other)]
    case 'sql':
      return input.columns
  }
}

/** At least the columns that an expression, or a part of a query, mentions; all of them if a name could mean several. */
export function mentionedColumns(expression: unknown, { columns }: Relation): readonly BoundColumn[] {
  const mentioned = new Set<BoundColumn>()
  const byName = new Map(columns.map((column) => [column.name.toLowerCase(), column]))
  walk(expression, (node) => {
    const names = namesMeantBy(node)
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
export function namesMeantBy(node: Tree): readonly string[] | undefined {
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
