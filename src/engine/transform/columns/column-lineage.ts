import { defined } from '../../../core/catalog/defined.ts'
import type { RowDecision } from '../../../core/catalog/transformations/transformation-settings.ts'
import type { SourceColumn, UnderlyingNames } from '../../ports/source.ts'

/** A column of the source from whose values a column after the steps is made. */
export interface ColumnSource {
  readonly entity: string
  readonly column: string
  /** `identity`: at most its name or notation is different; `aggregation`: values of several rows were combined. */
  readonly way: 'identity' | 'transformation' | 'aggregation'
  /** The value can no longer be read. */
  readonly isMasked?: true
  /** The column is one of a view. */
  readonly behind?: UnderlyingNames
}

/** A column of the source on whose values depends which rows arrive, or in what order. */
export interface RowInfluence {
  readonly entity: string
  readonly column: string
  readonly by: RowDecision
}

/** From which columns of the source each column after the last step is made, whether the source or DuckDB runs the steps. */
export interface ColumnLineage {
  readonly columns: readonly {
    readonly name: string
    readonly from: readonly ColumnSource[]
  }[]
  readonly rows: readonly RowInfluence[]
}

interface ReadTable {
  readonly entity: string
  readonly columns: readonly Pick<SourceColumn, 'name' | 'behind'>[]
}

/** The same columns with what is behind those that are read from views. @param tables that are read */
export const withUnderlyingNames = (
  columns: ColumnLineage['columns'],
  tables: readonly ReadTable[],
): ColumnLineage['columns'] =>
  columns.map((column) => ({
    ...column,
    from: column.from.map((source) => {
      const own = tables.find(({ entity }) => entity === source.entity)?.columns
      const behind = own?.find(({ name }) => name === source.column)?.behind
      return behind ? { ...source, behind } : source
    }),
  }))

const STRENGTH: readonly ColumnSource['way'][] = ['identity', 'transformation', 'aggregation']

/** The sources of a value that is made from values with these sources. */
export const madeBy = (way: ColumnSource['way'], sources: readonly ColumnSource[], isMasked = false): ColumnSource[] =>
  withoutRepeats(
    sources.map((source) => ({
      ...source,
      way: STRENGTH.indexOf(way) > STRENGTH.indexOf(source.way) ? way : source.way,
      ...defined({ isMasked: isMasked || undefined }),
    })),
  )

/** Each once. */
export const withoutRepeats = <T extends object>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
]
