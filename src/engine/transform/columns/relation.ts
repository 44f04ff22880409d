import type { DuckDBType } from '@duckdb/node-api'
import { defined } from '../../../core/catalog/defined.ts'
import type { ValueType } from '../../ports/value-type.ts'
import { quoteName } from '../duckdb/quote-sql.ts'

/** The hidden column with the original number of the row, from 1. */
export const ROW_NUMBER = '__row'

/** Hidden columns with original fields, so that a value that no step changes arrives unchanged, digit by digit. */
export const RAW_PREFIX = '__raw_'

/** The hidden column with the place of a row before a step that mixes them. */
export const PLACE = `${RAW_PREFIX}place`

/** The hidden column of a table's field. */
export const rawName = (table: string, field: number): string => `${RAW_PREFIX}${table}_${field}`

/** A column after a step. */
export interface BoundColumn extends OutlinedColumn {
  /** The type that expressions see. */
  readonly type: DuckDBType
}

/** The part that other processes may know. */
export interface OutlinedColumn {
  readonly name: string
  /** The notation for people: the source's own while no step has changed the column. */
  readonly label: string
  readonly value: ValueType
  readonly nullable: boolean
  readonly keyPosition?: number
  /** The hidden column with the encoded field, while no step has changed it. */
  readonly raw?: string
}

/** The rows after a step: a common table expression with this name. */
export interface Relation {
  readonly name: string
  readonly columns: readonly BoundColumn[]
  /** Whether rows still have their original number. */
  readonly isNumbered: boolean
  /** Its input and the order, if a step only sorted its rows. */
  readonly sorted?: { readonly rows: string; readonly by: string }
}

/** A column as a step selects it. */
export interface SelectedColumn {
  readonly name: string
  readonly sql: string
  /** The input column that it is, unchanged except for its name. */
  readonly from?: BoundColumn
  readonly raw?: string
  /** SQL for the hidden column when it is created. */
  readonly rawSql?: string
}

export const carried = (column: BoundColumn, name = column.name): SelectedColumn =>
  defined({ name, sql: quoteName(column.name), from: column, raw: column.raw })

/** The list of a SELECT, including hidden columns. */
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
