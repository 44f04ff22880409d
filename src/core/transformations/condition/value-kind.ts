import { isPattern, type Literal, MISSING, type Operator, type Rule } from './condition.ts'

/** How the values of a column are compared and entered. */
export type ValueKind = 'number' | 'boolean' | 'date' | 'moment' | 'text'

const KINDS: readonly (readonly [ValueKind, RegExp])[] = [
  ['boolean', /^bool/],
  ['date', /^date$/],
  ['moment', /^(timestamp|datetime)/],
  [
    'number',
    /^(u?(tiny|small|medium|big|huge)?int(eger)?|int\d|(big|small)?serial|numeric|decimal|number|float|double|real)\b/,
  ],
]

/** The kind of a source's or step's type; unknown types are compared as text, which DuckDB converts as needed. */
export const valueKindOf = (type: string | undefined): ValueKind =>
  KINDS.find(([, pattern]) => type !== undefined && pattern.test(type.toLowerCase()))?.[0] ?? 'text'

const ORDERED: readonly Operator[] = ['equals', 'differs', 'less', 'at-most', 'greater', 'at-least', 'between']
const LISTED: readonly Operator[] = ['one-of', 'none-of']
const EMPTY: readonly Operator[] = ['has-value', 'has-none']

/** The most common operators for columns of the kind, in the order of display. */
export function operatorsOf(kind: ValueKind): readonly Operator[] {
  if (kind === 'boolean') return ['equals', 'differs', ...EMPTY]
  if (kind !== 'text') return [...ORDERED, ...LISTED, ...EMPTY]
  const texts: readonly Operator[] = ['contains', 'lacks', 'starts-with', 'ends-with']
  return ['equals', 'differs', ...texts, ...LISTED, ...EMPTY, 'less', 'at-most', 'greater', 'at-least', 'between']
}

/** The typed text as a value; an invalid number stays text, so that it can be corrected. */
export function literalOf(kind: ValueKind, typed: string): Literal {
  const text = kind === 'text' ? typed : typed.trim()
  if (text === '') return MISSING
  if (kind === 'number' && /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) return { kind: 'number', text }
  return kind === 'boolean' && /^(true|false)$/.test(text) ? { kind: 'boolean', text } : { kind: 'text', text }
}

/** The rule for another column; its values are converted to that column's kind. */
export function withColumn(rule: Rule, column: string, kind: ValueKind): Rule {
  const operator = operatorsOf(kind).includes(rule.operator) ? rule.operator : 'equals'
  return withOperator({ ...rule, column, values: rule.values.map(({ text }) => literalOf(kind, text)) }, operator, kind)
}

/** The rule with another operator, and the number of values that it needs. */
export function withOperator(rule: Rule, operator: Operator, kind: ValueKind): Rule {
  const values = isPattern(operator) ? rule.values.map(({ text }) => literalOf('text', text)) : rule.values
  const [first = MISSING, second = MISSING] = kind === 'boolean' ? values.map(booleanOnly) : values
  const ignoresCase = isPattern(operator) && (isPattern(rule.operator) ? rule.ignoresCase : true)
  const shared = { ...rule, operator, ignoresCase }
  if (EMPTY.includes(operator)) return { ...shared, values: [] }
  if (operator === 'between') return { ...shared, values: [first, second] }
  if (LISTED.includes(operator)) return { ...shared, values: values.length > 0 ? values : [MISSING] }
  return { ...shared, values: [first] }
}

/** Other values could be neither shown nor chosen. */
const booleanOnly = (literal: Literal): Literal => (literal.kind === 'boolean' ? literal : MISSING)
