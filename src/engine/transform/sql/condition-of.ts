import type { ComparisonSign, Condition, Operand, PushedValue } from '../../ports/pushdown.ts'
import { isTree, listOf, type Tree } from './sql-tree.ts'

/** What a name in an expression stands for; nothing where it is no column. */
export type FindColumn = (name: string) => PushedValue | undefined

const SIGNS: Readonly<Record<string, ComparisonSign>> = {
  COMPARE_EQUAL: '=',
  COMPARE_NOTEQUAL: '<>',
  COMPARE_LESSTHAN: '<',
  COMPARE_LESSTHANOREQUALTO: '<=',
  COMPARE_GREATERTHAN: '>',
  COMPARE_GREATERTHANOREQUALTO: '>=',
}

/**
 * A parsed condition in words that a source may know too; nothing where it holds anything else, be it a key of DuckDB's tree that was not
 * there when this was written.
 */
export function conditionOf(tree: unknown, find: FindColumn): Condition | undefined {
  if (!isTree(tree)) return undefined
  const inner = (child: unknown) => conditionOf(child, find)
  const children = listOf(tree['children'])
  const [first] = children
  switch (tree['type']) {
    case 'CONJUNCTION_AND':
    case 'CONJUNCTION_OR': {
      const conditions = all(children.map(inner))
      const kind = tree['type'] === 'CONJUNCTION_AND' ? 'and' : 'or'
      return has(tree, 'children') && conditions ? { kind, conditions } : undefined
    }
    case 'OPERATOR_NOT':
      return has(tree, 'children') && children.length === 1 ? negated(inner(first)) : undefined
    case 'OPERATOR_IS_NULL':
      return has(tree, 'children') ? missing(columnOf(first, find)) : undefined
    case 'OPERATOR_IS_NOT_NULL':
      return has(tree, 'children') ? negated(missing(columnOf(first, find))) : undefined
    case 'COMPARE_BETWEEN':
      return has(tree, 'input', 'lower', 'upper') ? between(tree, find) : undefined
    case 'COMPARE_IN':
      return has(tree, 'children') ? within(children, find) : undefined
    case 'COMPARE_NOT_IN':
      return has(tree, 'children') ? negated(within(children, find)) : undefined
    case 'FUNCTION':
      return isCall(tree, '~~') ? like(children, find) : isCall(tree, '!~~') ? negated(like(children, find)) : undefined
    case 'COLUMN_REF': {
      const value = columnOf(tree, find)
      return value && { kind: 'boolean column', value }
    }
    default: {
      const sign = SIGNS[String(tree['type'])]
      return sign && has(tree, 'left', 'right') ? comparison(tree['left'], sign, tree['right'], find) : undefined
    }
  }
}

/** Whether a node says nothing besides. */
const has = (tree: Tree, ...keys: readonly string[]) =>
  Object.keys(tree).every((key) => ['class', 'type', 'query_location', ...keys].includes(key))

const isCall = (tree: Tree, name: string) =>
  has(tree, 'function_name', 'children', 'order_bys', 'is_operator') &&
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
  if (tree['type'] === 'OPERATOR_CAST') return booleanOf(tree)
  if (tree['type'] !== 'VALUE_CONSTANT' || !has(tree, 'value') || !isTree(tree['value'])) return undefined
  const { type, value, is_null: isNull } = tree['value']
  if (!isTree(type) || isNull !== false) return undefined
  if (type['id'] === 'VARCHAR') return textConstant(value)
  // Beyond that JSON has lost digits.
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined
  if (type['id'] === 'INTEGER' || type['id'] === 'BIGINT') return { kind: 'number', text: String(value) }
  const scale = type['id'] === 'DECIMAL' && isTree(type['type_info']) ? type['type_info']['scale'] : undefined
  return typeof scale === 'number' ? { kind: 'number', text: withPoint(value, scale) } : undefined
}

/** An empty text is left out of the tree. Text with NUL is nothing that Postgres, for one, could be asked for. */
const textConstant = (text: unknown = ''): Operand | undefined =>
  typeof text === 'string' && !text.includes('\0') ? { kind: 'text', text } : undefined

/** `true` and `false` are texts to the parser that are cast. */
function booleanOf({ child, cast_type: type, ...node }: Tree): Operand | undefined {
  const constant = has(node) && isTree(type) && type['id'] === 'BOOLEAN' ? constantOf(child) : undefined
  return constant?.kind === 'text' && ['t', 'f'].includes(constant.text)
    ? { kind: 'boolean', isTrue: constant.text === 't' }
    : undefined
}

function withPoint(unscaled: number, scale: number): string {
  const digits = String(Math.abs(unscaled)).padStart(scale + 1, '0')
  const fraction = scale > 0 ? `.${digits.slice(-scale)}` : ''
  return `${unscaled < 0 ? '-' : ''}${scale > 0 ? digits.slice(0, -scale) : digits}${fraction}`
}
