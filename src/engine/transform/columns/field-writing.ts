import type { DuckDBDecimalType, DuckDBType } from '@duckdb/node-api'
import { DuckDBTypeId } from '@duckdb/node-api/lib/DuckDBTypeId.js'
import { defined } from '../../../core/catalog/defined.ts'
import type { ValueType } from '../../ports/value-type.ts'
import { WIDE_DECIMAL } from './field-reading.ts'

export interface FieldWriting {
  readonly value: ValueType
  /** SQL for the common text of a value; NULL stays NULL. */
  readonly text: (value: string) => string
  /** Whether the text may contain characters that the format escapes. */
  readonly needsEscape: boolean
}

const asText = (value: string) => `CAST(${value} AS VARCHAR)`
const plain = (value: ValueType, text: FieldWriting['text'] = asText): FieldWriting => ({
  value,
  text,
  needsEscape: false,
})
const integer = (bits: number, unsigned = false) =>
  plain(defined({ kind: 'integer', bits, unsigned: unsigned || undefined }))

/** Whole numbers beyond 64 bits, such as sums; more than 38 digits end the query. */
const HUGE = plain({ kind: 'decimal', precision: 38, scale: 0 }, (value) => asText(`CAST(${value} AS DECIMAL(38, 0))`))
const TEXT: FieldWriting = { value: { kind: 'text' }, text: asText, needsEscape: true }
const NESTED: FieldWriting = {
  value: { kind: 'json' },
  text: (value) => asText(`to_json(${value})`),
  needsEscape: true,
}

/** `12.0` is written as `12`, infinity and NaN as in other kinds. */
const float = (bits: 32 | 64) =>
  plain({ kind: 'float', bits }, (value) => {
    const text = asText(value)
    const whole = `CASE WHEN ends_with(${text}, '.0') THEN left(${text}, -2) ELSE ${text} END`
    const other = `replace(replace(${text}, 'inf', 'Infinity'), 'nan', 'NaN')`
    return `CASE WHEN isfinite(${value}) THEN ${whole} ELSE ${other} END`
  })

/** DuckDB writes `(BC)` after the date, common text ` BC` at the end. */
const calendar = (value: ValueType, type: string) =>
  plain(value, (sql) => {
    const text = asText(sql)
    const before = `CASE WHEN contains(${text}, ' (BC)') THEN replace(${text}, ' (BC)', '') || ' BC' ELSE ${text} END`
    return `CASE WHEN ${sql} >= ${type} '0001-01-01' THEN ${text} ELSE ${before} END`
  })
const timestamp = (precision: number, zoned = false) =>
  calendar({ kind: 'timestamp', precision, zoned }, zoned ? 'TIMESTAMPTZ' : 'TIMESTAMP')

const WRITINGS: Readonly<Partial<Record<DuckDBTypeId, FieldWriting>>> = {
  [DuckDBTypeId.BOOLEAN]: plain(
    { kind: 'boolean' },
    (value) => `CASE ${value} WHEN true THEN 't' WHEN false THEN 'f' END`,
  ),
  [DuckDBTypeId.TINYINT]: integer(8),
  [DuckDBTypeId.SMALLINT]: integer(16),
  [DuckDBTypeId.INTEGER]: integer(32),
  [DuckDBTypeId.BIGINT]: integer(64),
  [DuckDBTypeId.UTINYINT]: integer(8, true),
  [DuckDBTypeId.USMALLINT]: integer(16, true),
  [DuckDBTypeId.UINTEGER]: integer(32, true),
  [DuckDBTypeId.UBIGINT]: integer(64, true),
  [DuckDBTypeId.HUGEINT]: HUGE,
  [DuckDBTypeId.UHUGEINT]: HUGE,
  [DuckDBTypeId.BIGNUM]: plain({ kind: 'decimal' }),
  [DuckDBTypeId.FLOAT]: float(32),
  [DuckDBTypeId.DOUBLE]: float(64),
  [DuckDBTypeId.DATE]: calendar({ kind: 'date' }, 'DATE'),
  [DuckDBTypeId.TIME]: plain({ kind: 'time', precision: 6 }),
  [DuckDBTypeId.TIME_NS]: plain({ kind: 'time', precision: 9 }),
  [DuckDBTypeId.TIME_TZ]: plain({ kind: 'time', precision: 6, zoned: true }),
  [DuckDBTypeId.TIMESTAMP]: timestamp(6),
  [DuckDBTypeId.TIMESTAMP_S]: timestamp(0),
  [DuckDBTypeId.TIMESTAMP_MS]: timestamp(3),
  [DuckDBTypeId.TIMESTAMP_NS]: timestamp(9),
  [DuckDBTypeId.TIMESTAMP_TZ]: timestamp(6, true),
  [DuckDBTypeId.INTERVAL]: plain({ kind: 'interval' }),
  [DuckDBTypeId.UUID]: plain({ kind: 'uuid' }),
  [DuckDBTypeId.BIT]: plain({ kind: 'bits' }),
  [DuckDBTypeId.BLOB]: plain({ kind: 'bytes' }, (value) => `'\\x' || lower(hex(${value}))`),
  [DuckDBTypeId.LIST]: NESTED,
  [DuckDBTypeId.ARRAY]: NESTED,
  [DuckDBTypeId.STRUCT]: NESTED,
  [DuckDBTypeId.MAP]: NESTED,
  [DuckDBTypeId.UNION]: NESTED,
  [DuckDBTypeId.VARIANT]: NESTED,
}

/** The kind of values of a DuckDB type, and how they become common text. Unknown types use their text. */
export function writingOf(type: DuckDBType): FieldWriting {
  if (type.typeId === DuckDBTypeId.DECIMAL) return decimal(type)
  if (type.alias === 'JSON') return { ...TEXT, value: { kind: 'json' } }
  return WRITINGS[type.typeId] ?? TEXT
}

/** The widest decimal represents numbers of any size, so trailing zeros have no meaning. Without digits before the point DuckDB writes `.5`. */
function decimal({ width, scale }: DuckDBDecimalType): FieldWriting {
  if (width === WIDE_DECIMAL.precision && scale === WIDE_DECIMAL.scale)
    return plain({ kind: 'decimal' }, (value) => `regexp_replace(${asText(value)}, '\\.?0+$', '')`)
  const kind: ValueType = { kind: 'decimal', precision: width, scale }
  return width > scale ? plain(kind) : plain(kind, (value) => `regexp_replace(${asText(value)}, '^(-?)\\.', '\\10.')`)
}

/** SQL for the encoded field. */
export function encodedField(type: DuckDBType, value: string): string {
  const { text, needsEscape, value: kind } = writingOf(type)
  const sql = text(value)
  // Bytes begin with a backslash and contain nothing else to escape.
  const field = kind.kind === 'bytes' ? `'\\' || ${sql}` : needsEscape ? escaped(sql) : sql
  return `coalesce(${field}, '\\N')`
}

const FREQUENT = [
  ['\\', 92],
  ['t', 9],
  ['n', 10],
  ['r', 13],
] as const
const RARE = [
  ['b', 8],
  ['v', 11],
  ['f', 12],
] as const

const withEscapes = (text: string, controls: readonly (readonly [string, number])[]) =>
  controls.reduce((sql, [letter, code]) => `replace(${sql}, chr(${code}), '\\${letter}')`, text)

/** Each replacement costs as much as checking whether one is needed. */
const escaped = (text: string): string =>
  `CASE WHEN NOT regexp_matches(${text}, '[\\x5c\\x08-\\x0d]') THEN ${text}
    WHEN regexp_matches(${text}, '[\\x08\\x0b\\x0c]') THEN ${withEscapes(text, [...FREQUENT, ...RARE])}
    ELSE ${withEscapes(text, FREQUENT)} END`
