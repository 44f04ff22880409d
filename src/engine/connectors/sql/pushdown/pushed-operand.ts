import type { PushedValue } from '../../../ports/pushdown.ts'

/** Families of types that can be compared with each other. */
export type Family = 'integer' | 'decimal' | 'text' | 'boolean' | 'uuid' | 'date' | 'timestamp' | 'timestamptz' | 'none'

/** SQL with the same effect on a row as the engine's steps, if the row is not `outside` of the values that they support. */
export interface Pushed {
  readonly sql: string
  /** Conditions on values that the engine refuses, or reads differently from the server. */
  readonly outside: readonly string[]
}

export interface PushedOperand extends Pushed {
  readonly family: Family
  /** The number of digits that a number may have before and after the point. */
  readonly digits?: { readonly whole: number; readonly scale: number }
}

/** How a system writes values and comparisons that give the engine's results. */
export interface PushdownDialect {
  /** A value as it is sent and compared; nothing if the server could compute another value than the engine. */
  valueOf(value: PushedValue): PushedOperand | undefined
  /** A text whose comparisons are those of its bytes. */
  bytewise(sql: string): string
  /** A constant of a family that the engine reads alike. */
  literal(text: string, family: Family): string
  /** `%` is any text, `_` any character, and nothing else has a meaning. @returns nothing if the pattern cannot be written */
  like(text: string, pattern: string): string | undefined
}

/** Digits of the engine's widest decimal; all sides are cast to it before they are compared. */
export const MAX_DIGITS = 38
