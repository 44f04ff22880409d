import { sentence } from '../../../core/catalog/sentence.ts'
import type { Field } from '../../formats/common-text/row-encoder.ts'
import type { ValueLimit } from '../../formats/common-text/value-limit.ts'
import type { RowProblem } from '../../ports/destination.ts'

/** The values that one column of a target accepts. */
export interface ColumnLimit {
  readonly column: string
  readonly nullable: boolean
  readonly limit: ValueLimit
}

/** Checks a row column by column, in the order of its fields. @returns the first value that does not fit */
export const limitsOfRow =
  (limits: readonly ColumnLimit[]) =>
  (row: readonly Field[]): RowProblem | undefined => {
    for (const [at, { column, nullable, limit }] of limits.entries()) {
      const text = row[at]
      const rule = text == null ? (nullable ? undefined : sentence`must have a value`) : limit(text)
      if (rule !== undefined) return { column, rule }
    }
    return undefined
  }
