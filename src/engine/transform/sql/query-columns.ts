import type { DuckDBConnection } from '@duckdb/node-api'

import type { RowInfluence } from '../columns/column-lineage.ts'
import type { BoundColumn, Relation } from '../columns/relation.ts'
import { INPUT } from './check-sql.ts'
import { starItems } from './row-wise-query.ts'
import { isTree, listOf, parseSelect, type Tree, textOf, walk } from './sql-tree.ts'
import { hasOtherNames, mentionedColumns, namesReferredToBy } from './used-columns.ts'

/** A column of a query's result, and the columns of its input that it is made from. */
export interface QueryColumn {
  readonly name: string
  readonly way: 'identity' | 'transformation' | 'aggregation'
  readonly from: readonly BoundColumn[]
}

export interface QueryColumns {
  readonly columns: readonly QueryColumn[]
  readonly rows: readonly {
    readonly by: RowInfluence['by']
    readonly column: BoundColumn
  }[]
}

/**
 * What each column of a query is made from. Of a query over more than its input – with subqueries, joins or unions – every column is said
 * to be made from every column that the query mentions. @param names of its columns
 */
export async function queryColumns(
  connection: DuckDBConnection,
  query: string,
  input: Relation,
  names: readonly string[],
): Promise<QueryColumns> {
  const { node } = await parseSelect(connection, query)
  const items = isTree(node) ? itemsOf(node, input) : undefined
  if (!isTree(node) || items?.length !== names.length) {
    const from = mentionedColumns(node, input)
    return {
      columns: names.map((name) => ({ name, way: 'transformation', from })),
      rows: [],
    }
  }
  const combine = await aggregateFunctions(connection)
  const known = new Map<string, QueryColumn>()
  const columns = items.map((item, index): QueryColumn => {
    const column = {
      name: names[index] ?? '',
      ...madeFrom(item, { input, known, combine }),
    }
    known.set(textOf(item['alias']).toLowerCase(), column)
    return column
  })
  const rows = ROWS.flatMap(([key, by]) =>
    referencesIn(node[key], { input, known }).flatMap(({ from }) => from.map((column) => ({ by, column }))),
  )
  return { columns, rows }
}

/** The items of a query that reads only its input; nothing of any other. */
function itemsOf(node: Tree, input: Relation): readonly Tree[] | undefined {
  const from = node['from_table']
  const isPlain =
    node['type'] === 'SELECT_NODE' &&
    isTree(from) &&
    from['type'] === 'BASE_TABLE' &&
    textOf(from['table_name']).toLowerCase() === INPUT &&
    !hasOtherNames(from) &&
    !JSON.stringify(node).includes('"SUBQUERY"')
  if (!isPlain) return undefined
  const table = (textOf(from['alias']) || INPUT).toLowerCase()
  return listOf(node['select_list']).flatMap((item) =>
    isTree(item) ? (starItems(item, { input, table }) ?? item) : [],
  )
}

interface Known {
  readonly input: Relation
  /** Earlier items, by the names that the query gives them. */
  readonly known: ReadonlyMap<string, QueryColumn>
}

function madeFrom(
  item: Tree,
  { combine, ...known }: Known & { readonly combine: ReadonlySet<string> },
): Omit<QueryColumn, 'name'> {
  const references = referencesIn(item, known)
  let isCombined = references.some(({ way }) => way === 'aggregation')
  walk(item, (node) => {
    if (node['class'] === 'FUNCTION') isCombined ||= combine.has(textOf(node['function_name']).toLowerCase())
  })
  const isCarried = item['class'] === 'COLUMN_REF' && references.every(({ way }) => way === 'identity')
  const from = references.flatMap((reference) => reference.from)
  return {
    way: isCombined ? 'aggregation' : isCarried ? 'identity' : 'transformation',
    from,
  }
}

/** What the names in a part of a query mean: columns of the input first, as for DuckDB, then earlier items; all columns in case of doubt. */
function referencesIn(part: unknown, { input: { columns }, known }: Known): readonly Omit<QueryColumn, 'name'>[] {
  const own = new Map(columns.map((column) => [column.name.toLowerCase(), column]))
  const found: Omit<QueryColumn, 'name'>[] = []
  walk(part, (node) => {
    const names = namesReferredToBy(node)
    if (!names) return
    const meant = names.flatMap((name) => own.get(name) ?? [])
    const item = names.length === 1 ? known.get(names[0] ?? '') : undefined
    if (meant.length > 0) found.push({ way: 'identity', from: meant })
    else found.push(item ?? { way: 'identity', from: columns })
  })
  return found
}

/** The parts of a query that decide about rows, by their keys in the parser's tree. */
const ROWS: readonly (readonly [key: string, by: RowInfluence['by']])[] = [
  ['where_clause', 'filter'],
  ['having', 'filter'],
  ['group_expressions', 'group_by'],
  ['qualify', 'window'],
  ['modifiers', 'sort'],
]

/** DuckDB's functions never change. */
let aggregates: ReadonlySet<string> | undefined

async function aggregateFunctions(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
  if (aggregates) return aggregates
  const result = await connection.runAndReadAll(
    `SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type = 'aggregate'`,
  )
  aggregates = new Set(result.getRows().map(([name]) => String(name)))
  return aggregates
}
