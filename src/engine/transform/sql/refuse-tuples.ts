import { sentence } from '../../../core/catalog/sentence.ts'
import { placeOfBytes } from './place-in-text.ts'
import { isTree, listOf, refused, type Tree, textOf, walk } from './sql-tree.ts'

/** These two take a missing value for a value, in Postgres too. */
const KNOWS_NULL = new Set(['COMPARE_DISTINCT_FROM', 'COMPARE_NOT_DISTINCT_FROM'])

/**
 * Several columns that are compared at once: where one of them has no value, Postgres does not know the result, and DuckDB does.
 * @param written the text from which the tree was parsed. @throws StepError
 */
export function refuseTuples(tree: Tree, written: Parameters<typeof placeOfBytes>[0]): void {
  walk(tree, (node) => {
    if (!comparedBy(node).some(isTuple)) return
    const location = node['query_location']
    throw refused(
      sentence`Several columns at once are compared otherwise here than in Postgres where one of them has no value.`,
      sentence`Compare each column by itself, such as a = 1 AND b = 2.`,
      placeOfBytes(written, typeof location === 'number' ? location : undefined),
    )
  })
}

function comparedBy(node: Tree): readonly unknown[] {
  const type = textOf(node['type'])
  if (KNOWS_NULL.has(type)) return []
  const { left, right, input, lower, upper, child, children } = node
  if (type === 'SUBQUERY') return [child]
  if (type === 'OPERATOR_IS_NULL' || type === 'OPERATOR_IS_NOT_NULL') return listOf(children)
  return type.startsWith('COMPARE_') ? [left, right, input, lower, upper, ...listOf(children)] : []
}

const isTuple = (node: unknown): boolean =>
  isTree(node) && node['class'] === 'FUNCTION' && textOf(node['function_name']).toLowerCase() === 'row'
