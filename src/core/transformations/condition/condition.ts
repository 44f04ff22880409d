/** The condition of a filter, as rules of which all (`and`) or any (`or`) must be true; groups are one level deep. */
export interface Condition {
  readonly join: Join
  readonly items: readonly (Rule | Group)[]
}

export type Join = 'and' | 'or'

export interface Group {
  readonly join: Join
  readonly rules: readonly Rule[]
}

/** A column compared with values. */
export interface Rule {
  /** Empty while none is chosen. */
  readonly column: string
  readonly operator: Operator
  /** As many as the operator needs. */
  readonly values: readonly Literal[]
  /** Only for operators on texts. */
  readonly ignoresCase: boolean
}

export interface Literal {
  /** `missing` until it is filled in. */
  readonly kind: 'text' | 'number' | 'boolean' | 'missing'
  /** Numbers as written, so that no digit is lost; `true` or `false`. */
  readonly text: string
}

export type Operator = Comparison | Pattern | 'between' | 'one-of' | 'none-of' | 'has-value' | 'has-none'
export type Comparison = 'equals' | 'differs' | 'less' | 'at-most' | 'greater' | 'at-least'
export type Pattern = 'contains' | 'lacks' | 'starts-with' | 'ends-with'

export const MISSING: Literal = { kind: 'missing', text: '' }

export const NEW_RULE: Rule = { column: '', operator: 'equals', values: [MISSING], ignoresCase: false }

export const isGroup = (item: Rule | Group): item is Group => 'rules' in item

export const COMPARISONS: Readonly<Record<Comparison, string>> = {
  equals: '=',
  differs: '<>',
  less: '<',
  'at-most': '<=',
  greater: '>',
  'at-least': '>=',
}

const PATTERNS: readonly Operator[] = ['contains', 'lacks', 'starts-with', 'ends-with'] satisfies readonly Pattern[]

export const isPattern = (operator: Operator): operator is Pattern => PATTERNS.includes(operator)
