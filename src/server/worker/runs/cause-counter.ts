import { inEnglish, type Sentence } from '../../../core/catalog/sentence.ts'
import type { RejectedRow } from '../../../engine/ports/rejected-row.ts'
import type { ValueMend } from '../../../engine/ports/value-type.ts'
import type { CauseMend } from '../../store/rejects/rejected-causes.ts'

/** How many different values of a cause are counted; a column with more has no commonest ones. */
const MAX_VALUES = 1_000

/** How many causes of a stream are counted separately; later ones are counted when their kept rows are listed. */
const MAX_CAUSES = 200

/** Longer values are cut, in characters. */
const LONGEST_VALUE = 200

/** How many values are reported. */
const SHOWN_VALUES = 5

interface Cause {
  readonly column: string
  readonly rule: Sentence
  rows: number
  kept: number
  readonly values: Map<string | null, number>
  readonly mends: Map<string, { readonly mend: CauseMend; rows: number }>
}

export interface CountedCause {
  readonly column: string
  readonly rule: Sentence
  readonly rows: number
  readonly kept: number
  /** The commonest first. */
  readonly values: readonly { readonly value: string | null; readonly rows: number }[]
  readonly mends: readonly { readonly mend: CauseMend; readonly rows: number }[]
}

/** Counts why the rows of one stream were rejected, in bounded memory. */
export class CauseCounter {
  readonly #causes = new Map<string, Cause>()

  /** @param value the refused value. @param isKept whether there was room for the row */
  count({ column, rule, mends = [], widerType }: RejectedRow, value: string | null, isKept: boolean): void {
    const key = JSON.stringify([column, inEnglish(rule)])
    let cause = this.#causes.get(key)
    if (!cause) {
      if (this.#causes.size >= MAX_CAUSES) return
      cause = { column, rule, rows: 0, kept: 0, values: new Map(), mends: new Map() }
      this.#causes.set(key, cause)
    }
    cause.rows++
    if (isKept) cause.kept++
    const shown = value === null ? null : value.slice(0, LONGEST_VALUE)
    const rows = cause.values.get(shown)
    if (rows !== undefined || cause.values.size < MAX_VALUES) cause.values.set(shown, (rows ?? 0) + 1)
    for (const mend of mends) add(cause.mends, mend)
    if (widerType !== undefined) add(cause.mends, { kind: 'widen', type: widerType })
  }

  /** The commonest cause first. */
  counted(): readonly CountedCause[] {
    return [...this.#causes.values()]
      .map(({ values, mends, ...cause }) => ({ ...cause, values: commonest(values), mends: [...mends.values()] }))
      .sort((a, b) => b.rows - a.rows)
  }
}

function add(mends: Cause['mends'], mend: ValueMend | CauseMend): void {
  const key = JSON.stringify(mend)
  const counted = mends.get(key)
  if (counted) counted.rows++
  else mends.set(key, { mend, rows: 1 })
}

const commonest = (values: Cause['values']) =>
  [...values]
    .map(([value, rows]) => ({ value, rows }))
    .sort((a, b) => b.rows - a.rows)
    .slice(0, SHOWN_VALUES)
