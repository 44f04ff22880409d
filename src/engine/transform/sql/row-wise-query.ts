import type { DuckDBConnection } from '@duckdb/node-api'
import { type BoundColumn, carried, type Relation, ROW_NUMBER, type SelectedColumn } from '../columns/relation.ts'
import { quoteName } from '../duckdb/quote-sql.ts'
import type { CompiledStep } from '../steps/compile-step.ts'
import { INPUT } from './check-sql.ts'
import { isTree, listOf, type Tree, textOf, walk } from './sql-tree.ts'

/** Expressions that compute one value from one row. */
const EXPRESSIONS = new Set([
  'BETWEEN',
  'CASE',
  'CAST',
  'COLUMN_REF',
  'COMPARISON',
  'CONJUNCTION',
  'CONSTANT',
  'FUNCTION',
  'OPERATOR',
])

export interface RowWiseQuery {
  readonly compiled: CompiledStep
  /** Columns whose values it uses. */
  readonly used: readonly BoundColumn[]
  readonly leavesRowsOut: boolean
}

/**
 * A query that only chooses, computes and filters, as a step that works row by row. Columns that it does not change keep their
 * original text. @param names of its columns. @returns nothing for every other query, and in case of doubt
 */
export async function rowWiseQuery(
  connection: DuckDBConnection,
  query: string,
  input: Relation,
  names: readonly string[],
): Promise<RowWiseQuery | undefined> {
  if (!input.isNumbered) return undefined
  const text = await serialized(connection, query)
  const answer = JSON.parse(text) as Tree
  // Numbers beyond JavaScript's range would change.
  if (JSON.stringify(answer) !== text) return undefined
  const [statement] = listOf(answer['statements'])
  const node = isTree(statement) ? statement['node'] : undefined
  if (!isTree(node) || !isPlain(node)) return undefined
  const table = textOf((node['from_table'] as Tree)['alias']) || INPUT
  const scope: Scope = { input, table: table.toLowerCase(), aliases: aliasesOf(node) }
  if (columnNamed(input, scope.table)) return undefined

  const items = listOf(node['select_list']).flatMap((item) => (isTree(item) ? (starItems(item, scope) ?? item) : []))
  if (items.length !== names.length) return undefined
  const where = node['where_clause']
  const computed = items.filter((item) => carriedBy(item, scope) === undefined)
  const used = await usedBy(connection, isTree(where) ? [...computed, where] : computed, scope)
  if (!used) return undefined
  const columns = items.map((item, index): SelectedColumn => {
    const name = names[index] ?? ''
    const column = carriedBy(item, scope)
    return column ? { ...carried(column, name), sql: quoteName(name) } : { name, sql: quoteName(name) }
  })

  const hidden = [...new Set(columns.flatMap(({ raw }) => raw ?? [])), ROW_NUMBER]
  const list = [
    ...items.map((item, index) => ({ ...item, alias: names[index] })),
    ...hidden.map((name) => columnRef([table, name])),
  ]
  const changed = { ...answer, statements: [{ ...(statement as Tree), node: { ...node, select_list: list } }] }
  const own = new Set(input.columns.flatMap(({ name, raw }) => [quoteName(name), ...(raw === undefined ? [] : [raw])]))
  return {
    compiled: {
      sql: `WITH ${INPUT} AS (SELECT ${[...own].join(', ')}, ${ROW_NUMBER} FROM ${input.name}) ${await deserialized(connection, changed)}`,
      columns,
      isNumbered: true,
      losesKey: true,
    },
    used,
    leavesRowsOut: isTree(where),
  }
}

interface Scope {
  readonly input: Relation
  /** The query's name for its input. */
  readonly table: string
  /** Names that the query defines. */
  readonly aliases: ReadonlySet<string>
}

async function serialized(connection: DuckDBConnection, query: string): Promise<string> {
  const result = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [query])
  // An unknown position is written as a number beyond JavaScript's range.
  return String(result.getRows()[0]?.[0]).replaceAll('"query_location":18446744073709551615', '"query_location":0')
}

async function deserialized(connection: DuckDBConnection, answer: Tree): Promise<string> {
  const result = await connection.runAndReadAll('SELECT json_deserialize_sql($1::JSON)', [JSON.stringify(answer)])
  return String(result.getRows()[0]?.[0])
}

const isNothing = (value: unknown): boolean =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

/** Whether a node has only known keys. */
const hasOnly = (node: Tree, known: readonly string[]): boolean =>
  Object.entries(node).every(([key, value]) => known.includes(key) || isNothing(value))

/** One SELECT from only the input, without groups, order or limits. */
function isPlain(node: Tree): boolean {
  const from = node['from_table']
  const named = node['cte_map']
  return (
    node['type'] === 'SELECT_NODE' &&
    node['aggregate_handling'] === 'STANDARD_HANDLING' &&
    hasOnly(node, ['type', 'aggregate_handling', 'cte_map', 'select_list', 'from_table', 'where_clause']) &&
    isTree(named) &&
    hasOnly(named, []) &&
    isTree(from) &&
    from['type'] === 'BASE_TABLE' &&
    hasOnly(from, ['type', 'alias', 'query_location', 'table_name'])
  )
}

const aliasesOf = (node: Tree): ReadonlySet<string> =>
  new Set(
    listOf(node['select_list']).flatMap((item) => {
      const alias = isTree(item) ? textOf(item['alias']).toLowerCase() : ''
      return alias === '' ? [] : [alias]
    }),
  )

const columnNamed = ({ columns }: Relation, name: string): BoundColumn | undefined =>
  columns.find((column) => column.name.toLowerCase() === name.toLowerCase())

const columnRef = (names: readonly string[]): Tree => ({
  class: 'COLUMN_REF',
  type: 'COLUMN_REF',
  alias: '',
  query_location: 0,
  column_names: names,
})

/** The columns of a plain `*`, without the excluded ones. */
export function starItems(item: Tree, { input, table }: Pick<Scope, 'input' | 'table'>): readonly Tree[] | undefined {
  const isAll =
    item['class'] === 'STAR' &&
    ['', table].includes(textOf(item['relation_name']).toLowerCase()) &&
    hasOnly(item, ['class', 'type', 'query_location', 'relation_name', 'exclude_list'])
  if (!isAll) return undefined
  const excluded = listOf(item['exclude_list']).map((name) => textOf(name).toLowerCase())
  return input.columns.flatMap(({ name }) => (excluded.includes(name.toLowerCase()) ? [] : [columnRef([table, name])]))
}

/** The column of a reference; nothing if only DuckDB can decide. */
function resolved(node: Tree, { input, table }: Scope): BoundColumn | undefined {
  const names = listOf(node['column_names']).map(textOf)
  const [first = '', second = ''] = names
  if (names.length === 2 && first.toLowerCase() === table) return columnNamed(input, second)
  return columnNamed(input, first)
}

/** The column that an item returns unchanged. */
function carriedBy(item: Tree, scope: Scope): BoundColumn | undefined {
  if (item['class'] !== 'COLUMN_REF') return undefined
  const names = listOf(item['column_names']).map((name) => textOf(name).toLowerCase())
  const isQualified = names.length === 2 && names[0] === scope.table
  const isAlias = scope.aliases.has(names[0] ?? '') && textOf(item['alias']).toLowerCase() !== names[0]
  return isQualified || (names.length === 1 && !isAlias) ? resolved(item, scope) : undefined
}

/** Columns that items use; the items must be expressions over one row. */
async function usedBy(
  connection: DuckDBConnection,
  expressions: readonly Tree[],
  scope: Scope,
): Promise<readonly BoundColumn[] | undefined> {
  const used: BoundColumn[] = []
  const functions = new Set<string>()
  let isRowWise = true
  for (const expression of expressions) {
    walk(expression, (node) => {
      if (textOf(node['type']).endsWith('_NODE')) isRowWise = false
      if (node['class'] === undefined) return
      if (!EXPRESSIONS.has(textOf(node['class']))) isRowWise = false
      if (node['class'] === 'FUNCTION') {
        functions.add(textOf(node['function_name']).toLowerCase())
        isRowWise &&= isPlainCall(node)
      }
      if (node['class'] === 'COLUMN_REF') {
        const column = resolved(node, scope)
        const names = listOf(node['column_names']).map((name) => textOf(name).toLowerCase())
        if (column) used.push(column)
        else isRowWise &&= names.length === 1 && scope.aliases.has(names[0] ?? '')
      }
    })
  }
  return isRowWise && (await areScalar(connection, [...functions])) ? used : undefined
}

function isPlainCall(node: Tree): boolean {
  const order = node['order_bys']
  return (
    hasOnly(node, [
      'class',
      'type',
      'alias',
      'query_location',
      'function_name',
      'children',
      'order_bys',
      'is_operator',
    ]) &&
    isTree(order) &&
    hasOnly(order, ['type'])
  )
}

/** Deterministic functions that neither return several rows nor aggregate; DuckDB's functions never change this. */
let scalarFunctions: ReadonlySet<string> | undefined

async function areScalar(connection: DuckDBConnection, names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return true
  scalarFunctions ??= await readScalarFunctions(connection)
  return names.every((name) => scalarFunctions?.has(name))
}

async function readScalarFunctions(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
  const result = await connection.runAndReadAll(
    `SELECT function_name FROM duckdb_functions() GROUP BY function_name
      HAVING bool_and(function_type = 'scalar' AND stability = 'CONSISTENT')`,
  )
  return new Set(result.getRows().map(([name]) => String(name)))
}
