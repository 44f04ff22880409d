import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { ValueLimit } from '../../formats/common-text/value-limit.ts'
import { mendValue } from '../../formats/common-text/value-mend.ts'
import type { RowChecks, RowProblem } from '../../ports/target.ts'
import type { ValueMend } from '../../ports/value-type.ts'

/** The values that one column of a target accepts. */
export interface ColumnLimit {
  readonly column: string
  readonly nullable: boolean
  readonly limit: ValueLimit
  /** Changes that may make a value acceptable. */
  readonly mends?: readonly ValueMend[]
  /** The type that the column could get without losing a value. */
  readonly wider?: { readonly type: string; readonly limit: ValueLimit }
}

/** Checks a row column by column, in the order of its fields, up to the first value that does not fit. */
export const rowChecks = (limits: readonly ColumnLimit[]): RowChecks => ({
  refuses(row) {
    for (const [at, own] of limits.entries()) {
      const { column, nullable, limit } = own
      const text = row[at]
      const rule = text == null ? (nullable ? undefined : sentence`must have a value`) : limit(text)
      if (rule !== undefined) return { column, rule, ...(text != null && helpFor(text, own)) }
    }
    return undefined
  },
  required: limits.flatMap(({ column, nullable }) => (nullable ? [] : [column])),
})

/** What would make the column accept the value. */
function helpFor(text: string, { limit, mends = [], wider }: ColumnLimit): Pick<RowProblem, 'mends' | 'widerType'> {
  const helping = mends.filter((mend) => {
    const mended = mendValue(text, mend)
    return mended === null || limit(mended) === undefined
  })
  return defined({
    mends: helping.length > 0 ? helping : undefined,
    widerType: wider && wider.limit(text) === undefined ? wider.type : undefined,
  })
}
