import type { ComparisonSign, Condition, Operand, PushedValue } from '../../ports/pushdown.ts'
import { isTree, listOf, type Tree } from './sql-tree.ts'

/** The meaning of a name in an expression; nothing if it is not a column. */
export type FindColumn = (name: string) => PushedValue | undefined

/** The allowed keys of a kind of node, and its meaning. */
interface Reading {
  readonly keys: readonly string[]
  readonly read: (tree: Tree, find: FindColumn) => Condition | undefined
}

const ofSides = (sign: ComparisonSign): Reading => ({
  keys: ['left', 'right'],
  read: ({ left, right }, find) => comparison(left, sign, right, find),
})

const ofChildren = (read: (children: readonly unknown[], find: FindColumn) => Condition | undefined): Reading => ({
  keys: ['children'],
  read: ({ children }, find) => read(listOf(children), find),
})

const CALL_KEYS = ['function_name', 'children', 'order_bys', 'is_operator']

/** By the type of the node; DuckDB handles all others. */
const READINGS: Readonly<Record<string, Reading>> = {
  COMPARE_EQUAL: ofSides('='),
  COMPARE_NOTEQUAL: ofSides('<>'),
  COMPARE_LESSTHAN: ofSides('<'),
  COMPARE_LESSTHANOREQUALTO: ofSides('<='),
  COMPARE_GREATERTHAN: ofSides('>'),
  COMPARE_GREATERTHANOREQUALTO: ofSides('>='),
  COMPARE_BETWEEN: { keys: ['input', 'lower', 'upper'], read: between },
  COMPARE_IN: ofChildren(within),
  COMPARE_NOT_IN: ofChildren((children, find) => negated(within(children, find))),
  CONJUNCTION_AND: ofChildren((children, find) => joined('and', children, find)),
  CONJUNCTION_OR: ofChildren((children, find) => joined('or', children, find)),
  OPERATOR_NOT: ofChildren(([child, ...others], find) =>
    others.length === 0 ? negated(conditionOf(child, find)) : undefined,
  ),
  OPERATOR_IS_NULL: ofChildren(([child], find) => missing(columnOf(child, find))),
  OPERATOR_IS_NOT_NULL: ofChildren(([child], find) => negated(missing(columnOf(child, find)))),
  FUNCTION: { keys: CALL_KEYS, read: likeness },
  COLUMN_REF: { keys: ['column_names'], read: truth },
}

/**
 * A parsed condition in a form that a source may support; nothing if it contains anything else, even an unknown key of
 * DuckDB's tree.
 */
export function conditionOf(tree: unknown, find: FindColumn): Condition | undefined {
  if (!isTree(tree)) return undefined
  const reading = READINGS[String(tree['type'])]
  return reading && has(tree, ...reading.keys) ? reading.read(tree, find) : undefined
}

/** Whether a node contains nothing else. */
const has = (tree: Tree, ...keys: readonly string[]) =>
  Object.keys(tree).every((key) => ['class', 'type', 'query_location', ...keys].includes(key))

const isCall = (tree: Tree, name: string) =>
  has(tree, ...CALL_KEYS) &&
  tree['function_name'] === name &&
  tree['is_operator'] === true &&
  isTree(tree['order_bys']) &&
  has(tree['order_bys']) &&
  listOf(tree['children']).length === 2

const all = <T>(items: readonly (T | undefined)[]): readonly T[] | undefined => {
  const found = items.filter((item) => item !== undefined)
  return found.length === items.length && found.length > 0 ? found : undefined
}

const negated = (condition: Condition | undefined): Condition | undefined => condition && { kind: 'not', condition }

const missing = (value: PushedValue | undefined): Condition | undefined => value && { kind: 'missing', value }

function joined(kind: 'and' | 'or', children: readonly unknown[], find: FindColumn): Condition | undefined {
  const conditions = all(children.map((child) => conditionOf(child, find)))
  return conditions && { kind, conditions }
}

function truth(tree: Tree, find: FindColumn): Condition | undefined {
  const value = columnOf(tree, find)
  return value && { kind: 'boolean column', value }
}

function comparison(one: unknown, sign: ComparisonSign, other: unknown, find: FindColumn): Condition | undefined {
  const [left, right] = [operandOf(one, find), operandOf(other, find)]
  return left && right && { kind: 'comparison', left, sign, right }
}

function between({ input, lower, upper }: Tree, find: FindColumn): Condition | undefined {
  const conditions = all([comparison(input, '>=', lower, find), comparison(input, '<=', upper, find)])
  return conditions && { kind: 'and', conditions }
}

function within([first, ...others]: readonly unknown[], find: FindColumn): Condition | undefined {
  const value = operandOf(first, find)
  const list = all(others.map((item) => operandOf(item, find)))
  return value && list && { kind: 'in', value, list }
}

function likeness(tree: Tree, find: FindColumn): Condition | undefined {
  const children = listOf(tree['children'])
  if (isCall(tree, '~~')) return like(children, find)
  return isCall(tree, '!~~') ? negated(like(children, find)) : undefined
}

function like([first, second]: readonly unknown[], find: FindColumn): Condition | undefined {
  const value = columnOf(first, find)
  const pattern = constantOf(second)
  return value && pattern?.kind === 'text' ? { kind: 'like', value, pattern: pattern.text } : undefined
}

function columnOf(tree: unknown, find: FindColumn): PushedValue | undefined {
  if (!isTree(tree) || tree['type'] !== 'COLUMN_REF' || !has(tree, 'column_names')) return undefined
  const [name, ...others] = listOf(tree['column_names'])
  return typeof name === 'string' && others.length === 0 ? find(name) : undefined
}

const operandOf = (tree: unknown, find: FindColumn): Operand | undefined =>
  columnOf(tree, find) ?? remainderOf(tree, find) ?? constantOf(tree)

function remainderOf(tree: unknown, find: FindColumn): Operand | undefined {
  if (!isTree(tree) || !isCall(tree, '%')) return undefined
  const [first, second] = listOf(tree['children'])
  const value = columnOf(first, find)
  const by = constantOf(second)
  if (!value || by?.kind !== 'number' || !/^[1-9]\d*$/.test(by.text)) return undefined
  return { kind: 'remainder', of: value, by: Number(by.text) }
}

function constantOf(tree: unknown): Operand | undefined {
  if (!isTree(tree)) return undefined
  if (tree['type'] === 'OPERATOR_CAST') return castOf(tree)
  if (tree['type'] !== 'VALUE_CONSTANT' || !has(tree, 'value') || !isTree(tree['value'])) return undefined
  const { type, value, is_null: isNull } = tree['value']
  if (!isTree(type) || isNull !== false) return undefined
  return type['id'] === 'VARCHAR' ? textConstant(value) : numberConstant(type, value)
}

/** Numbers beyond safe integers have lost digits in JSON. */
function numberConstant(type: Tree, value: unknown): Operand | undefined {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined
  if (type['id'] === 'INTEGER' || type['id'] === 'BIGINT') return { kind: 'number', text: String(value) }
  const scale = type['id'] === 'DECIMAL' && isTree(type['type_info']) ? type['type_info']['scale'] : undefined
  return typeof scale === 'number' ? { kind: 'number', text: withPoint(value, scale) } : undefined
}

/** The tree omits an empty text. A text with NUL is not possible in Postgres, for example. */
const textConstant = (text: unknown = ''): Operand | undefined =>
  typeof text === 'string' && !text.includes('\0') ? { kind: 'text', text } : undefined

const MOMENTS: readonly unknown[] = ['DATE', 'TIMESTAMP', 'TIMESTAMP WITH TIME ZONE']

/** In the parse tree, `true` and `false` are casts of texts, and so is `DATE '2024-01-01'`. */
function castOf({ child, cast_type: type, ...node }: Tree): Operand | undefined {
  const constant = has(node) && isTree(type) ? constantOf(child) : undefined
  if (constant?.kind !== 'text' || !isTree(type)) return undefined
  if (MOMENTS.includes(type['id'])) return { kind: 'moment', text: constant.text }
  return type['id'] === 'BOOLEAN' && ['t', 'f'].includes(constant.text)
    ? { kind: 'boolean', isTrue: constant.text === 't' }
    : undefined
}

function withPoint(unscaled: number, scale: number): string {
  const digits = String(Math.abs(unscaled)).padStart(scale + 1, '0')
  const fraction = scale > 0 ? `.${digits.slice(-scale)}` : ''
  return `${unscaled < 0 ? '-' : ''}${scale > 0 ? digits.slice(0, -scale) : digits}${fraction}`
}
