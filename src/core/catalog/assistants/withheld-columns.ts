import type { MaskedColumns } from './masked-columns.ts'

/** From which columns of the source a column after the steps is made. */
export interface ColumnOrigin {
  readonly name: string
  readonly from: readonly {
    readonly entity: string
    readonly column: string
    /** A step of the flow has masked the value. */
    readonly isMasked?: boolean
  }[]
}

/**
 * The columns that no assistant sees: those of which nobody knows that they passed the steps, and those that are made from a column that some flow
 * masks, unless the steps have masked it here, too.
 * @param origins of the rows in question; absent: nothing is known
 */
export function withheldColumns(
  names: readonly string[],
  origins: readonly ColumnOrigin[] | undefined,
  masked: MaskedColumns,
): readonly string[] {
  return names.filter((name) => {
    const own = origins?.filter((origin) => origin.name === name) ?? []
    return own.length === 0 || own.some(({ from }) => from.some((source) => !source.isMasked && masked.has(source)))
  })
}
