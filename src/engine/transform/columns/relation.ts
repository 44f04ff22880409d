import type { DuckDBType } from '@duckdb/node-api'

import type { ValueType } from '../../formats/common-text/value-type.ts'
import { quoteName } from '../duckdb/quote-sql.ts'

/** The hidden column with the number of the row as it was read, from 1. */
export const ROW_NUMBER = '__row'

/** Hidden columns with a field as it was read, so that what no step changes arrives as it was, digit by digit. */
export const RAW_PREFIX = '__raw_'

/** The hidden column of a field of a table. */
export const rawName = (table: string, field: number): string => `${RAW_PREFIX}${table}_${field}`

/** A column after a step. */
export interface BoundColumn extends OutlinedColumn {
  /** As expressions see it. */
  readonly type: DuckDBType
}

/** What another process may know of it. */
export interface OutlinedColumn {
  readonly name: string
  /** As a person reads it: the source's own spelling while no step has changed the column. */
  readonly label: string
  readonly value: ValueType
  readonly nullable: boolean
  readonly keyPosition?: number
  /** The hidden column with the encoded field, while no step has changed it. */
  readonly raw?: string
}

/** The rows after a step: a common table expression of that name. */
export interface Relation {
  readonly name: string
  readonly columns: readonly BoundColumn[]
  /** Whether rows still have the number they were read with. */
  readonly isNumbered: boolean
  /** What it has the rows of, in what order, where a step did no more than sort them. */
  readonly sorted?: { readonly rows: string; readonly by: string }
}

/** A column as a step selects it. */
export interface SelectedColumn {
  readonly name: string
  readonly sql: string
  /** The column of the step's input that it is, unchanged but for its name. */
  readonly from?: BoundColumn
  readonly raw?: string
  /** SQL of the hidden column where it is made. */
  readonly rawSql?: string
}

export const carried = (column: BoundColumn, name = column.name): SelectedColumn => ({
  name,
  sql: quoteName(column.name),
  from: column,
  ...(column.raw !== undefined && { raw: column.raw }),
})

/** The list of a SELECT; hidden columns go along. */
export const selectList = (columns: readonly SelectedColumn[], isNumbered: boolean): string =>
  [
    ...columns.map(({ name, sql }) => `${sql} AS ${quoteName(name)}`),
    // Two columns may be the same one.
    ...new Set(
      columns.flatMap(({ raw, rawSql }) =>
        raw === undefined ? [] : [rawSql === undefined ? raw : `${rawSql} AS ${raw}`],
      ),
    ),
    ...(isNumbered ? [ROW_NUMBER] : []),
  ].join(', ')
