import type { Ignored } from '../../ports/ignored.ts'
import type { IgnoredColumns } from '../../ports/target.ts'

/** In what equal values of columns may differ, by their names. */
export const ignoredColumns = <Column extends { readonly name: string }>(
  columns: readonly Column[],
  ignoredBy: (column: Column) => Ignored | undefined,
): IgnoredColumns =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const ignored = ignoredBy(column)
      return ignored ? [[column.name, ignored]] : []
    }),
  )
