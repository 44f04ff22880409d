import type { SourceColumn } from '../../../ports/source.ts'
import { valueOfColumn } from '../schema/base-type.ts'
import type { Relation } from '../schema/describe-relations.ts'

/** The columns in which `numeric` gets floating-point numbers: it has no -0. */
export const unsignedColumns = (columns: readonly SourceColumn[], existing: Relation): readonly string[] =>
  columns
    .filter((column) => {
      const own = existing.columns.find(({ name, generated }) => name === column.name && generated === null)
      return own && valueOfColumn(own).kind === 'decimal' && valueOfColumn(column).kind === 'float'
    })
    .map(({ name }) => name)
