/** A value of a row as it leaves the steps, out of the columns of the source. */
export type PushedValue =
  | { readonly kind: 'column'; readonly name: string }
  /** As docs/transformations.md says of the step; NULL stays NULL. */
  | { readonly kind: 'masked'; readonly method: MaskMethod; readonly of: PushedValue }

export type MaskMethod = 'hash' | 'redact' | 'partial'

/** One side of a comparison. Constants are as the person wrote them: no type is meant but the other side's. */
export type Operand =
  | PushedValue
  /** What is left after a division by a whole number of at least 1, with the sign of the value. */
  | { readonly kind: 'remainder'; readonly of: PushedValue; readonly by: number }
  /** Digits with a point and a sign at most, such as `-5.25`. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'boolean'; readonly isTrue: boolean }

export type ComparisonSign = '=' | '<>' | '<' | '<=' | '>' | '>='

/** True, false or unknown, as in SQL. Texts compare by their bytes in UTF-8. */
export type Condition =
  | { readonly kind: 'comparison'; readonly left: Operand; readonly sign: ComparisonSign; readonly right: Operand }
  | { readonly kind: 'in'; readonly value: Operand; readonly list: readonly Operand[] }
  /** `%` is any text, `_` any character; nothing escapes them. */
  | { readonly kind: 'like'; readonly value: PushedValue; readonly pattern: string }
  | { readonly kind: 'missing'; readonly value: PushedValue }
  | { readonly kind: 'boolean column'; readonly value: PushedValue }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[] }

/** Steps that change rows one by one, put together into one SELECT that a source may do itself. */
export interface Pushdown {
  /** Every column that leaves the last step. */
  readonly columns: ReadonlyMap<string, PushedValue>
  /** Rows for which one of them is not true are left out. */
  readonly conditions: readonly Condition[]
  /** What hashes begin with. It is a secret: it stands in no statement and in no log. */
  readonly salt: string
}
