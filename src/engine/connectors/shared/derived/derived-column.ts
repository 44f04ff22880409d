import type { DerivedMeasure } from '../../../ports/derivation.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { Family } from '../../sql/pushdown/pushed-operand.ts'

/** A column between two steps. */
export interface DerivedColumn {
  /** As SQL; in no query do two columns have the same. */
  readonly sql: string
  readonly type: string
  /** `none`: the engine could compare its values otherwise. */
  readonly family: Family
  /** Numbers of any size, whose zeros at the end have no meaning. */
  readonly isWide: boolean
  /** Digits after the point. */
  readonly scale: number
}

/** A value of a group. */
export interface MeasuredColumn {
  readonly sql: string
  readonly column: Omit<DerivedColumn, 'sql'>
}

/** How a system runs steps with the engine's results. */
export interface DerivedDialect {
  quote(name: string): string
  /** SQL of the order in which the rows of a raw table arrived. */
  readonly place: string
  /** A column that has arrived. @returns it, and conditions on values that the engine refuses, over its own name */
  arrived(column: SourceColumn, sql: string): { readonly column: DerivedColumn; readonly outside: readonly string[] }
  /** How values are called. */
  readonly functions: DerivedFunctions
  /** A value as it leaves a group. */
  plain(sql: string, column: Pick<DerivedColumn, 'isWide'>): string
  /** The first row of those with equal keys. */
  first(rows: {
    readonly from: string
    readonly columns: readonly string[]
    readonly keys: readonly string[]
    /** With directions. */
    readonly order: readonly string[]
  }): string
  /** A column of the result as it is stored in a type. @returns nothing if it could be stored otherwise than the engine's rows are */
  stored(column: DerivedColumn, type: string): string | undefined
}

export interface DerivedFunctions {
  /** Before the names of functions. */
  readonly schema: string
  /** The type of a count. */
  readonly countType: string
  /** A sum of at most 38 digits; the statement fails with more. */
  sum(column: DerivedColumn): MeasuredColumn
}

/** A value of a group, with the same result as the engine's. @returns nothing if it could be another one */
export function measured(
  { functions, plain }: Pick<DerivedDialect, 'functions' | 'plain'>,
  { measure, value }: DerivedMeasure,
  of: DerivedColumn | undefined,
): MeasuredColumn | undefined {
  const { schema, countType } = functions
  const count = { type: countType, family: 'integer', isWide: false, scale: 0 } as const
  const isCompared = of !== undefined && of.family !== 'none'
  switch (measure) {
    case 'count':
      return { sql: `${schema}count(${of?.sql ?? '*'})`, column: count }
    case 'count_distinct':
      return isCompared ? { sql: `${schema}count(DISTINCT ${of.sql})`, column: count } : undefined
    case 'sum':
      return isCompared && value.kind === 'decimal' && isSummedAlike(of, value) ? functions.sum(of) : undefined
    case 'min':
    case 'max': {
      // Not every system has an order of these two.
      if (!isCompared || of.family === 'boolean' || of.family === 'uuid') return undefined
      const { sql, ...column } = of
      return { sql: plain(`${schema}${measure}(${sql})`, of), column }
    }
  }
}

/** The engine's sums have 38 digits. */
function isSummedAlike(
  { family, isWide, scale }: DerivedColumn,
  value: { readonly precision?: number; readonly scale?: number },
): boolean {
  const isAlike = isWide ? value.precision === undefined : value.precision === 38 && (value.scale ?? 0) === scale
  return (family === 'integer' || family === 'decimal') && isAlike
}
