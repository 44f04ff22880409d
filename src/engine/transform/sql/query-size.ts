import { sentence } from '../../../core/catalog/sentence.ts'
import { isTree, listOf, refused, type Tree, textOf, walk } from './sql-tree.ts'

/** Longer than any SQL that people write by hand; in characters. */
const LONGEST = 50_000

/** Parts of a query, as DuckDB's parser separates them. */
const MAX_PARTS = 20_000

/** How often queries of WITH are read in total; a query that is named twice is read twice. */
const MAX_READS = 1_000

/** @throws StepError before anything parses the text */
export function refuseLongSql(sql: string): void {
  if (sql.length > LONGEST)
    throw refused(
      sentence`The SQL is ${sql.length} characters long; a step accepts at most ${LONGEST}.`,
      sentence`Split it into several steps, or create a view at the source.`,
    )
}

/** Refuses queries that are short but cause huge work. @throws StepError */
export function refuseLargeQuery(tree: Tree): void {
  let parts = 0
  walk(tree, () => parts++)
  if (parts > MAX_PARTS)
    throw refused(
      sentence`The SQL has ${parts} parts; a step accepts at most ${MAX_PARTS}.`,
      sentence`Split it into several steps, or create a view at the source.`,
    )
  if (readsOf(tree) > MAX_READS)
    throw refused(
      sentence`The WITH queries use each other so often that they would be read more than ${MAX_READS} times.`,
      sentence`Use each of them once, or write AS MATERIALIZED and split it into several steps.`,
    )
}

/** How many queries are read in total, if each is read wherever it is named. */
function readsOf(tree: Tree): number {
  const queries = new Map<string, unknown>()
  walk(tree, (node) => {
    if (node['type'] === 'CTE_NODE') queries.set(textOf(node['cte_name']).toLowerCase(), node['query'])
    if (!isTree(node['cte_map'])) return
    for (const entry of listOf(node['cte_map']['map']))
      if (isTree(entry)) queries.set(textOf(entry['key']).toLowerCase(), entry['value'])
  })
  const known = new Map<string, number>()
  const readsBelow = (of: unknown): number => {
    let reads = 0
    walk(of, (node) => {
      if (node['type'] !== 'BASE_TABLE') return
      const name = textOf(node['table_name']).toLowerCase()
      if (queries.has(name)) reads += readsOfQuery(name)
    })
    return reads
  }
  const readsOfQuery = (name: string): number => {
    const before = known.get(name)
    if (before !== undefined) return before
    // A recursive query names itself.
    known.set(name, 1)
    const reads = 1 + readsBelow(queries.get(name))
    known.set(name, reads)
    return reads
  }
  return readsBelow(tree)
}
