import type { SourceColumn } from '../../../ports/source.ts'
import type { DerivedColumn, DerivedDialect, MeasuredColumn } from '../../shared/derived/derived-column.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { columnOperand } from '../source/pushdown-value.ts'

/** The engine's precision for numbers without a declared size, and for those with more digits. */
const WIDE = { whole: 28, scale: 10 } as const

/** How Postgres runs steps. @param isUtf8 otherwise texts cannot be compared by the bytes that the engine has */
export const derivedDialect = (isUtf8: boolean): DerivedDialect => ({
  quote: quoteIdentifier,
  place: 'ctid',
  arrived: (column, sql) => arrived(column, sql, isUtf8),
  functions: { schema: 'pg_catalog.', countType: 'bigint', sum: summed },
  plain,
  first: ({ from, columns, keys, order }) =>
    `SELECT DISTINCT ON (${keys.join(', ')}) ${columns.join(', ')} FROM ${from} ORDER BY ${[...keys, ...order].join(', ')}`,
  stored: ({ sql, type }, to) => (isStoredAlike(type, to) ? sql : undefined),
})

function arrived(column: SourceColumn, sql: string, isUtf8: boolean): ReturnType<DerivedDialect['arrived']> {
  const { family: own, digits, outside } = columnOperand(column)
  const family = own === 'text' && !isUtf8 ? 'none' : own
  const isWide = family === 'decimal' && digits?.whole === WIDE.whole && digits.scale === WIDE.scale
  return { column: { sql, type: column.type, family, isWide, scale: digits?.scale ?? 0 }, outside }
}

function summed({ sql, isWide, scale }: DerivedColumn): MeasuredColumn {
  const type = `numeric(38,${scale})`
  const column = { type: isWide ? 'numeric' : type, family: 'decimal', isWide, scale } as const
  return { sql: plain(`pg_catalog.sum(${sql})::${type}`, { isWide }), column }
}

/** The engine leaves out zeros at the end of numbers without a declared size. */
const plain = (sql: string, { isWide }: Pick<DerivedColumn, 'isWide'>) =>
  isWide ? `pg_catalog.trim_scale(${sql})` : sql

const WHOLE = /^(smallint|integer|bigint|numeric\(\d+,0\))$/
const TEXT = /^(text|character varying|character)\b/
/** Loses its spaces at the end in any other text. */
const PADDED = /^(character(?! varying)|bpchar)/

/** Whether an INSERT stores a value of a type as COPY stores its text. */
function isStoredAlike(from: string, to: string): boolean {
  if (PADDED.test(from)) return from === to
  const target = baseOf(to)
  if (baseOf(from) === target) return true
  if (WHOLE.test(from)) return WHOLE.test(to) || target === 'numeric'
  return TEXT.test(from) && TEXT.test(to)
}

/** Without its size: `timestamp(3) without time zone` is a `timestamp without time zone`. */
const baseOf = (type: string) => type.replace(/\(.*?\)/, '')
