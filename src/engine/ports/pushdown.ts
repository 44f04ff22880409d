/** A value of a row after the steps, expressed with columns of the source. */
export type PushedValue =
  | { readonly kind: 'column'; readonly name: string }
  /** As documented for the step in docs/transformations.md; NULL stays NULL. */
  | { readonly kind: 'masked'; readonly method: MaskMethod; readonly of: PushedValue }

export type MaskMethod = 'hash' | 'redact' | 'partial'

/** One side of a comparison. Constants are as the user wrote them: they have the type of the other side. */
export type Operand =
  | PushedValue
  /** The remainder of a division by a whole number of at least 1, with the sign of the value. */
  | { readonly kind: 'remainder'; readonly of: PushedValue; readonly by: number }
  /** Only digits, a point and a sign, such as `-5.25`. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** A text that is a day or a moment by its cast, so it is compared with no text. */
  | { readonly kind: 'moment'; readonly text: string }
  | { readonly kind: 'boolean'; readonly isTrue: boolean }

export type ComparisonSign = '=' | '<>' | '<' | '<=' | '>' | '>='

/** True, false or unknown, as in SQL. Texts compare by their bytes in UTF-8. */
export type Condition =
  | { readonly kind: 'comparison'; readonly left: Operand; readonly sign: ComparisonSign; readonly right: Operand }
  | { readonly kind: 'in'; readonly value: Operand; readonly list: readonly Operand[] }
  /** `%` is any text, `_` any character; there is no escape character. */
  | { readonly kind: 'like'; readonly value: PushedValue; readonly pattern: string }
  | { readonly kind: 'missing'; readonly value: PushedValue }
  | { readonly kind: 'boolean column'; readonly value: PushedValue }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[] }

/** Steps that work row by row, combined into one SELECT that a source may run itself. */
export interface Pushdown {
  /** Every column after the last step. */
  readonly columns: ReadonlyMap<string, PushedValue>
  /** Rows for which a condition is not true are left out. */
  readonly conditions: readonly Condition[]
  /** The salt of hashes. It is a secret: it must not be in any statement or log. */
  readonly salt: string
  /** The rows have to come in the order in which they come without the steps. */
  readonly keepsOrder?: boolean
}
