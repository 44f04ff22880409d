import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { ValueType } from '../../ports/value-type.ts'

/** Decimals without a declared size in DuckDB, which has 38 digits in total: 28 before the point, 10 after it. */
export const WIDE_DECIMAL = { precision: 38, scale: 10 } as const

export interface FieldReading {
  /** DuckDB's type. */
  readonly type: string
  /** SQL for the value of a field that is not NULL; NULL if DuckDB cannot store it exactly. */
  readonly read: (field: string) => string
  /** Completes "the value …" for fields that the type cannot store; absent if it can store all. */
  readonly rule?: Sentence
}

const tryCast = (type: string, rule: Sentence = sentence`does not fit ${type}`): FieldReading => ({
  type,
  read: (field) => `TRY_CAST(${field} AS ${type})`,
  rule,
})

/** DuckDB's own casts ignore text after a date or a time, and round. */
const onlyIf = (form: string, { type, read, rule }: FieldReading): FieldReading =>
  defined({ type, read: (field) => `CASE WHEN regexp_full_match(${field}, '${form}') THEN ${read(field)} END`, rule })

/** An RE2 pattern for a valid date, or an infinite one. */
export const DATE = '-?infinity|\\d{4,}-\\d\\d-\\d\\d'

const TEXT: FieldReading = { type: 'VARCHAR', read: unescaped }
/** As Postgres compares it, and gives it to functions. */
const PADDED_TEXT: FieldReading = { type: 'VARCHAR', read: (field) => `rtrim(${unescaped(field)}, ' ')` }

/** How an encoded field of common text becomes a value of DuckDB. Kinds without a DuckDB type stay text. */
export function readingOf(value: ValueType): FieldReading {
  switch (value.kind) {
    case 'boolean':
      return { type: 'BOOLEAN', read: (field) => `(${field} = 't')` }
    case 'integer':
      return tryCast(integerType(value.bits, value.unsigned ?? false))
    case 'decimal':
      return decimal(value)
    case 'float':
      return tryCast(value.bits === 32 ? 'FLOAT' : 'DOUBLE')
    case 'bytes':
      // The backslash of `\x` is escaped.
      return { type: 'BLOB', read: (field) => `unhex(substr(${field}, 4))` }
    case 'date':
      return onlyIf(DATE, tryCast('DATE', sentence`is not a date from the year 1 on`))
    case 'time':
      return value.zoned
        ? TEXT
        : onlyIf(
            '\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6}0*)?',
            tryCast('TIME', sentence`is not a time of day, to the microsecond`),
          )
    case 'timestamp':
      return timestamp(value.zoned, value.precision)
    case 'uuid':
      return tryCast('UUID')
    case 'json':
      return {
        type: 'JSON',
        read: (field) => `TRY_CAST(${unescaped(field)} AS JSON)`,
        rule: sentence`is not JSON`,
      }
    default:
      return textReading(value)
  }
}

const textReading = (value: ValueType): FieldReading => (value.kind === 'text' && value.padded ? PADDED_TEXT : TEXT)

function integerType(bits: number, unsigned: boolean): string {
  const name = bits <= 8 ? 'TINYINT' : bits <= 16 ? 'SMALLINT' : bits <= 32 ? 'INTEGER' : 'BIGINT'
  return unsigned ? `U${name}` : name
}

function decimal({ precision, scale = 0 }: { readonly precision?: number; readonly scale?: number }): FieldReading {
  if (precision !== undefined && precision <= WIDE_DECIMAL.precision) {
    // DuckDB writes a number without digits before the point as `.5`; with room for one it writes `0.5`, as databases do.
    const type = `DECIMAL(${Math.max(precision, Math.min(scale + 1, WIDE_DECIMAL.precision))}, ${scale})`
    // A cast would round a value with more decimal places than declared.
    return {
      type,
      read: (field) => exactDecimal(field, type, precision - scale, scale),
      rule: sentence`is not a number of the type ${type}`,
    }
  }
  const { precision: digits, scale: fraction } = WIDE_DECIMAL
  const whole = digits - fraction
  const type = `DECIMAL(${digits}, ${fraction})`
  return {
    type,
    read: (field) => exactDecimal(field, type, whole, fraction),
    rule: sentence`has more than ${whole} digits before the point or ${fraction} after it, or is not a number`,
  }
}

const exactDecimal = (field: string, type: string, whole: number, fraction: number) =>
  `CASE WHEN regexp_full_match(${field}, '-?0*\\d{0,${Math.max(whole, 1)}}(\\.\\d{0,${fraction}}0*)?') THEN TRY_CAST(${field} AS ${type}) END`

function timestamp(zoned: boolean, precision: number): FieldReading {
  const type = zoned ? 'TIMESTAMPTZ' : 'TIMESTAMP'
  const rule: Sentence = sentence`is not a date and time that DuckDB can hold, to the microsecond`
  if (precision <= 6) return tryCast(type, rule)
  return {
    type,
    read: (field) =>
      `CASE WHEN NOT regexp_matches(${field}, '\\.\\d{6}\\d*[1-9]') THEN TRY_CAST(${field} AS ${type}) END`,
    rule,
  }
}

const FREQUENT = [
  ['t', 9],
  ['n', 10],
  ['r', 13],
] as const
const RARE = [
  ['v', 11],
  ['f', 12],
] as const

/**
 * The text of an encoded field. An escaped backslash becomes chr(8) first, which no encoded field contains, so that every other backslash
 * begins an escape; when only `\b` is left, the two are swapped. Each replacement costs as much as checking whether one is needed.
 */
export function unescaped(field: string): string {
  const marked = `replace(${field}, '\\\\', chr(8))`
  const replaced = (controls: readonly (readonly [string, number])[]) =>
    controls.reduce((sql, [letter, code]) => `replace(${sql}, '\\${letter}', chr(${code}))`, marked)
  const all = `replace(${replaced([...FREQUENT, ...RARE])}, '\\b', '\\')`
  return `CASE WHEN NOT contains(${field}, '\\') THEN ${field}
    WHEN regexp_matches(${field}, '\\\\[bvf]') THEN translate(${all}, chr(8) || '\\', '\\' || chr(8))
    ELSE translate(${replaced(FREQUENT)}, chr(8), '\\') END`
}
