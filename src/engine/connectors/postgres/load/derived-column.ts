import type { DerivedMeasure } from '../../../ports/derivation.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { Family } from '../../sql/pushdown/pushed-operand.ts'
import { columnOperand } from '../source/pushdown-value.ts'

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

/** The engine's precision for numbers without a declared size, and for those with more digits. */
const WIDE = { whole: 28, scale: 10 } as const

/** A column that has arrived. @returns it, and conditions on values that the engine refuses, over its own name */
export function arrived(
  column: SourceColumn,
  sql: string,
): { readonly column: DerivedColumn; readonly outside: readonly string[] } {
  const { family, digits, outside } = columnOperand(column)
  const isWide = family === 'decimal' && digits?.whole === WIDE.whole && digits.scale === WIDE.scale
  return { column: { sql, type: column.type, family, isWide, scale: digits?.scale ?? 0 }, outside }
}

/** A value of a group, with the same result as the engine's. @returns nothing if it could be another one */
export function measured(
  { measure, value }: DerivedMeasure,
  of: DerivedColumn | undefined,
): { readonly sql: string; readonly column: Omit<DerivedColumn, 'sql'> } | undefined {
  const isCompared = of !== undefined && of.family !== 'none'
  switch (measure) {
    case 'count':
      return { sql: `pg_catalog.count(${of?.sql ?? '*'})`, column: COUNT }
    case 'count_distinct':
      return isCompared ? { sql: `pg_catalog.count(DISTINCT ${of.sql})`, column: COUNT } : undefined
    case 'sum':
      return isCompared && value.kind === 'decimal' ? summed(of, value) : undefined
    case 'min':
    case 'max': {
      // Postgres has no order of these two.
      if (!isCompared || of.family === 'boolean' || of.family === 'uuid') return undefined
      const { sql, ...column } = of
      return { sql: plain(`pg_catalog.${measure}(${sql})`, of), column }
    }
  }
}

const COUNT: Omit<DerivedColumn, 'sql'> = { type: 'bigint', family: 'integer', isWide: false, scale: 0 }

/** The engine's sums have 38 digits, and the statement fails with more. */
function summed(
  { sql, family, isWide, scale }: DerivedColumn,
  value: { readonly precision?: number; readonly scale?: number },
): ReturnType<typeof measured> {
  const isAlike = isWide ? value.precision === undefined : value.precision === 38 && (value.scale ?? 0) === scale
  if ((family !== 'integer' && family !== 'decimal') || !isAlike) return undefined
  const type = `numeric(38,${scale})`
  const column = { type: isWide ? 'numeric' : type, family: 'decimal', isWide, scale } as const
  return { sql: plain(`pg_catalog.sum(${sql})::${type}`, { isWide }), column }
}

/** The engine leaves out zeros at the end of numbers without a declared size. */
export const plain = (sql: string, { isWide }: Pick<DerivedColumn, 'isWide'>) =>
  isWide ? `pg_catalog.trim_scale(${sql})` : sql

const WHOLE = /^(smallint|integer|bigint|numeric\(\d+,0\))$/
const TEXT = /^(text|character varying|character)\b/
/** Loses its spaces at the end in any other text. */
const PADDED = /^(character(?! varying)|bpchar)/

/** Whether an INSERT stores a value of a type as COPY stores its text. */
export function isStoredAlike(from: string, to: string): boolean {
  if (PADDED.test(from)) return from === to
  const target = baseOf(to)
  if (baseOf(from) === target) return true
  if (WHOLE.test(from)) return WHOLE.test(to) || target === 'numeric'
  return TEXT.test(from) && TEXT.test(to)
}

/** Without its size: `timestamp(3) without time zone` is a `timestamp without time zone`. */
const baseOf = (type: string) => type.replace(/\(.*?\)/, '')
