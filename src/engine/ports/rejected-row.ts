import type { Field } from '../formats/common-text/row-encoder.ts'
import type { RowProblem } from './destination.ts'

/** A row that the common text cannot express, or that the destination cannot hold. */
export interface RejectedRow extends RowProblem {
  /** From 1, in the order in which rows were read or came to the destination. */
  readonly row: number
  /** Common text, in the order of the target's columns; a value that it cannot express as its server spells it. */
  readonly fields: readonly Field[]
}
