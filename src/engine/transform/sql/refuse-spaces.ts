import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { placeOfBytes } from './place-in-text.ts'
import { isTree, listOf, refused, type Tree, textOf, walk } from './sql-tree.ts'

/** `LIKE` and `ILIKE`, as the parser calls them. */
const LIKES = new Set(['~~', '!~~', '~~*', '!~~*'])

/** `SIMILAR TO`, `~`, and `LIKE` with `ESCAPE`. */
const OTHER_PATTERNS = new Set([
  'regexp_full_match',
  'like_escape',
  'not_like_escape',
  'ilike_escape',
  'not_ilike_escape',
])

/** The pattern ends with anything, and what is before it ends with no space: it matches with the spaces and without them. */
const LEAVES_END_OPEN = /(^|[^ _%\\])%+$/

/**
 * A step sees padded text without the spaces at its end. So does Postgres, except for patterns, and it ignores those of a constant beside it.
 * @param padded columns, in lower case. @param written the text from which the tree was parsed
 * @throws StepError where the result would differ from Postgres
 */
export function refuseSpaces(
  tree: Tree,
  padded: ReadonlySet<string>,
  written: Parameters<typeof placeOfBytes>[0],
): void {
  if (padded.size === 0) return
  walk(tree, (node) => {
    const found = spacesCompared(node, padded) ?? spacesMatched(node, padded)
    const location = node['query_location']
    if (found) throw refused(...found, placeOfBytes(written, typeof location === 'number' ? location : undefined))
  })
}

type Refusal = readonly [message: Sentence, hint: Sentence]

function spacesCompared(node: Tree, padded: ReadonlySet<string>): Refusal | undefined {
  if (!textOf(node['type']).startsWith('COMPARE_')) return undefined
  const { left, right, input, lower, upper, children } = node
  const operands = [left, right, input, lower, upper, ...listOf(children)]
  const column = operands.map(nameOf).find((name) => padded.has(name.toLowerCase()))
  const text = operands.map(constantOf).find((constant) => constant.endsWith(' '))
  if (column === undefined || text === undefined) return undefined
  return [
    sentence`Spaces at the end of ${column} do not count, those of '${text}' would.`,
    sentence`Leave out the spaces at the end of the text.`,
  ]
}

function spacesMatched(node: Tree, padded: ReadonlySet<string>): Refusal | undefined {
  const name = textOf(node['function_name'])
  if (!LIKES.has(name) && !OTHER_PATTERNS.has(name)) return undefined
  const [value, pattern] = listOf(node['children'])
  const column = nameOf(value)
  const isSame = LIKES.has(name) && LEAVES_END_OPEN.test(constantOf(pattern))
  if (isSame || !padded.has(column.toLowerCase())) return undefined
  return [
    sentence`In Postgres, this pattern is compared with ${column} and the spaces at its end; steps do not see them.`,
    sentence`Write rtrim(${column}) instead of ${column}: then it means the same.`,
  ]
}

/** The column that a node is, as it is written. */
const nameOf = (node: unknown): string =>
  isTree(node) && node['class'] === 'COLUMN_REF' ? textOf(listOf(node['column_names']).at(-1)) : ''

function constantOf(node: unknown): string {
  const value = isTree(node) && node['class'] === 'CONSTANT' ? node['value'] : undefined
  return isTree(value) ? textOf(value['value']) : ''
}
