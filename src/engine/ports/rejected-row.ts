import type { RowProblem } from './target.ts'
import type { Field } from './value-type.ts'

/** A row that common text cannot express, or that the destination cannot store. */
export interface RejectedRow extends RowProblem {
  /** From 1, in the order in which rows were read or reached the destination. */
  readonly row: number
  /** Common text, in the order of the target's columns; values that it cannot express are in their server's notation. */
  readonly fields: readonly Field[]
  /** The row before the steps, in the order of the columns that were read. Absent: there are no steps, or they combined rows. */
  readonly source?: readonly Field[]
  /** A row with its key has come after it, so it must not overwrite the one that the target has. */
  readonly isOutdated?: true
}
