import type { ConnectionType } from '../../core/catalog/connections/connection-types.ts'
import type { SourceColumn } from './source.ts'
import type { ValueType } from './value-type.ts'

/** Rows that arrive as they are before the steps of a destination. */
export interface RawRows {
  readonly entity: string
  readonly columns: readonly SourceColumn[]
  /** Columns that have no type of the source's system. */
  readonly computed: readonly string[]
}

export const DERIVED_MEASURES = ['count', 'count_distinct', 'sum', 'min', 'max'] as const

/** A value over all rows of a group, as documented for the step in docs/transformations.md. */
export interface DerivedMeasure {
  readonly name: string
  readonly measure: (typeof DERIVED_MEASURES)[number]
  /** Absent: the rows are counted. */
  readonly column?: string
  /** What the engine would make of it. */
  readonly value: ValueType
}

/** A column before a step, and its name after it. */
export type ChosenColumn = readonly [from: string, name: string]

/** A step over the rows after the one before it. */
export type DerivedStep =
  | { readonly kind: 'choose'; readonly columns: readonly ChosenColumn[] }
  /** Of the rows with equal values in `by` the first in this order, and then in the order in which they arrived. Missing values come last. */
  | {
      readonly kind: 'first'
      readonly by: readonly string[]
      readonly order: readonly { readonly column: string; readonly isDescending: boolean }[]
    }
  /** Without `by`, one row for all. */
  | { readonly kind: 'group'; readonly by: readonly string[]; readonly measures: readonly DerivedMeasure[] }
  /** With the rows of `Derivation.others` at this place. */
  | {
      readonly kind: 'pair'
      readonly other: number
      readonly on: readonly (readonly [mine: string, other: string])[]
      readonly added: readonly ChosenColumn[]
      /** Rows without a partner stay. */
      readonly keepsAll: boolean
    }

/** Steps that a destination runs over rows that have arrived, with the results of the engine. */
export interface Derivation {
  /** That of the columns' `type`. */
  readonly system?: ConnectionType
  readonly main: RawRows
  readonly others: readonly RawRows[]
  readonly steps: readonly DerivedStep[]
}
