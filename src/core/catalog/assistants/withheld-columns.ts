import type { MaskedColumns } from './masked-columns.ts'

/** From which columns of the source a column after the steps is made. */
export interface ColumnOrigin {
  readonly name: string
  readonly from: readonly {
    readonly entity: string
    readonly column: string
    /** A step of the flow has masked the value. */
    readonly isMasked?: boolean
    /** Of a column of a view: its names in the tables behind. */
    readonly behind?: readonly string[] | 'unknown'
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
    return (
      own.length === 0 || own.some(({ from }) => from.some((source) => !source.isMasked && isMasked(source, masked)))
    )
  })
}

/** What is behind a view counts where it is not known, too, as soon as anything of the source is masked. */
function isMasked({ entity, column, behind = [] }: ColumnOrigin['from'][number], masked: MaskedColumns): boolean {
  if (masked.has({ entity, column })) return true
  return behind === 'unknown' ? masked.hasAny : behind.some((name) => masked.has({ entity, column: name }))
}
