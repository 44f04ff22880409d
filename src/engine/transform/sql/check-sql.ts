import type { DuckDBConnection } from '@duckdb/node-api'

import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { isAllowedFunction } from './allowed-functions.ts'
import { placeOfBytes } from './place-in-text.ts'
import { refuseLargeQuery, refuseLongSql } from './query-size.ts'
import { refuseSpaces } from './refuse-spaces.ts'
import { refuseTuples } from './refuse-tuples.ts'
import { isTree, listOf, parseSelect, refused, type Tree, textOf, walk } from './sql-tree.ts'

/** The name of the stream in a user's query. */
export const INPUT = 'input'

/** Table functions that create rows only from their arguments. */
const TABLE_FUNCTIONS = new Set(['unnest', 'range', 'generate_series', 'json_each', 'json_tree', 'repeat'])

/** The allowed kinds of query nodes; kinds of future DuckDB versions are refused. */
const QUERIES = new Set(['SELECT_NODE', 'SET_OPERATION_NODE', 'RECURSIVE_CTE_NODE', 'CTE_NODE'])

/** The prefix that makes a SELECT from an expression. */
const BEFORE = 'SELECT\n'

const NONE: ReadonlySet<string> = new Set()

/**
 * @param padded the columns whose spaces at the end comparisons leave out, in lower case
 * @throws StepError unless the text is one SELECT over `input` and its own expressions
 */
export async function checkQuery(connection: DuckDBConnection, query: string, padded = NONE): Promise<void> {
  refuseLongSql(query)
  const tree = await parseSelect(connection, query)
  refuseLargeQuery(tree)
  const written = { before: '', text: query }
  refuseForeign(tree, new Set([INPUT]), written)
  refuseSpaces(tree, padded, written)
  refuseTuples(tree, written)
}

/**
 * @param padded as in `checkQuery`. @returns the parsed expression.
 * @throws StepError unless the text is one expression over the columns of a row
 */
export async function checkExpression(connection: DuckDBConnection, expression: string, padded = NONE): Promise<Tree> {
  refuseLongSql(expression)
  // A comment at the end of the text ends with its line. Without parentheses, so that the text cannot close ours.
  const { node } = await parseSelect(connection, `${expression}\n`, BEFORE)
  const select = isTree(node) ? node : {}
  const [only, ...others] = listOf(select['select_list'])
  const isAlone =
    others.length === 0 &&
    isTree(only) &&
    only['alias'] === undefined &&
    only['class'] !== 'STAR' &&
    isTree(select['from_table']) &&
    select['from_table']['type'] === 'EMPTY' &&
    Object.keys(select).every((key) => ['type', 'select_list', 'from_table', 'aggregate_handling'].includes(key))
  if (!isAlone)
    throw refused(
      sentence`This is more than one expression.`,
      sentence`Write one condition or value, such as total > 0.`,
    )
  const written = { before: BEFORE, text: expression }
  refuseForeign(select, new Set(), written)
  refuseSpaces(select, padded, written)
  refuseTuples(select, written)
  return isTree(only) ? only : {}
}

/** @param written the text from which the tree was parsed */
function refuseForeign(tree: Tree, known: ReadonlySet<string>, written: Parameters<typeof placeOfBytes>[0]): void {
  const refuse = (node: Tree, message: Sentence, hint?: Sentence) => {
    const location = node['query_location']
    return refused(message, hint, placeOfBytes(written, typeof location === 'number' ? location : undefined))
  }
  const own = new Set([...known, ...namedQueries(tree)])
  walk(tree, (node) => {
    const type = textOf(node['type'])
    const isQuery = type.endsWith('_NODE')
    if (isQuery && !QUERIES.has(type)) throw refused(sentence`Only a SELECT can be a step.`)
    if (node['class'] === 'PARAMETER') throw refuse(node, sentence`A step has no parameters.`)
    if (type === 'SHOW_REF') throw refused(sentence`Only a SELECT can be a step.`)
    if (type === 'BASE_TABLE') refuseTable(node, own, refuse)
    if (type === 'TABLE_FUNCTION') {
      const name = isTree(node['function']) ? textOf(node['function']['function_name']) : ''
      if (!TABLE_FUNCTIONS.has(name.toLowerCase()))
        throw refuse(
          node,
          name ? sentence`${name} cannot be used in a step.` : sentence`This function cannot be used in a step.`,
        )
    }
    if (node['class'] === 'FUNCTION' || node['class'] === 'WINDOW') {
      const name = textOf(node['function_name'])
      if (!isAllowedFunction(name)) throw refuse(node, sentence`${name} cannot be used in a step.`)
    }
  })
}

type Refuse = (node: Tree, message: Sentence, hint?: Sentence) => Error

function refuseTable(node: Tree, own: ReadonlySet<string>, refuse: Refuse): void {
  const name = textOf(node['table_name'])
  const isQualified = node['schema_name'] !== undefined || node['catalog_name'] !== undefined
  if (!isQualified && own.has(name.toLowerCase())) return
  if (own.size === 0) throw refuse(node, sentence`${name} is a table, and this step sees one row at a time.`)
  throw refuse(
    node,
    sentence`There is no table ${name} here.`,
    sentence`The rows of the stream are the table ${INPUT}.`,
  )
}

function namedQueries(tree: Tree): readonly string[] {
  const names: string[] = []
  walk(tree, (node) => {
    if (node['type'] === 'RECURSIVE_CTE_NODE' || node['type'] === 'CTE_NODE') names.push(textOf(node['cte_name']))
    if (isTree(node['cte_map'])) {
      for (const entry of listOf(node['cte_map']['map'])) if (isTree(entry)) names.push(textOf(entry['key']))
    }
  })
  return names.map((name) => name.toLowerCase())
}
