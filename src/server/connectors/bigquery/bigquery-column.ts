import { limitOf } from '../common-text/value-limit.ts'
import type { ValueType } from '../common-text/value-type.ts'
import { ConnectorError } from '../connector.ts'
import type { SourceColumn } from '../source.ts'

/** How a column of a stream is staged in Parquet and stored in BigQuery. */
export interface BigqueryColumn {
  readonly name: string
  /** BigQuery's type. */
  readonly type: string
  readonly mode: 'NULLABLE'
  /** SQL of DuckDB that makes the Parquet value of a common text. */
  readonly parquet: (text: string) => string
  /** The same where not every text can become one: NULL for what cannot. */
  readonly tries?: (text: string) => string
  /** What texts that become one look like as a whole, as a regular expression of JavaScript and of RE2; absent: any. */
  readonly form?: string
  /** Why a common text cannot become that value exactly; `undefined` when it can. */
  readonly refuses: (text: string) => string | undefined
}

/** NUMERIC has 29 digits before the point and 9 after; BIGNUMERIC 38 of each, but Parquet's decimals end at 38 digits in all. */
const NUMERIC = { precision: 38, scale: 9 } as const

/** The columns of a table, by the names that BigQuery allows. @throws ConnectorError `NAME_NOT_ALLOWED` that lists every other */
export function bigqueryColumns(columns: readonly SourceColumn[]): readonly BigqueryColumn[] {
  refuseNames(columns.map(({ name }) => name))
  return columns.map(({ name, value }) => ({ name, mode: 'NULLABLE', ...storageOf(value) }))
}

/** What a column of this type can hold of what comes. */
export function heldBy(type: string, coming: ValueType): ValueType {
  if (type === 'STRING') return { kind: 'text' }
  return coming.kind === 'decimal' && coming.precision === undefined ? { kind: 'decimal', ...NUMERIC } : coming
}

type Storage = Pick<BigqueryColumn, 'type' | 'parquet' | 'tries' | 'form' | 'refuses'>

const cast =
  (type: string): BigqueryColumn['parquet'] =>
  (text) =>
    `CAST(${text} AS ${type})`

const casts = (type: string, form: string): Pick<Storage, 'parquet' | 'tries' | 'form'> => ({
  parquet: cast(type),
  tries: (text) => `TRY_CAST(${text} AS ${type})`,
  form,
})

/** From the year 1 to 9999. */
const DAY = '(000[1-9]|00[1-9]\\d|0[1-9]\\d\\d|[1-9]\\d{3})-\\d\\d-\\d\\d'
const TIME = '([01]\\d|2[0-3]):\\d\\d:\\d\\d(\\.\\d{1,6})?'
const MOMENT = `${DAY} \\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?(\\+00)?`

const never = () => undefined
const TEXT: Storage = { type: 'STRING', parquet: (text) => text, refuses: never }

function storageOf(value: ValueType): Storage {
  switch (value.kind) {
    case 'boolean':
      return { type: 'BOOL', parquet: (text) => `(${text} = 't')`, refuses: never }
    case 'integer':
      return value.unsigned && value.bits === 64
        ? decimal({ precision: 20, scale: 0 })
        : { type: 'INT64', parquet: cast('BIGINT'), refuses: never }
    case 'decimal':
      return decimal({ precision: value.precision ?? NUMERIC.precision, scale: value.scale ?? NUMERIC.scale })
    case 'float':
      return { type: 'FLOAT64', parquet: cast('DOUBLE'), refuses: never }
    case 'bytes':
      return { type: 'BYTES', parquet: (text) => `unhex(substr(${text}, 3))`, refuses: never }
    case 'date':
      return {
        type: 'DATE',
        ...casts('DATE', DAY),
        refuses: onlyDays(refusesUnless(DAY, 'years 0001 to 9999')),
      }
    case 'time':
      return value.zoned
        ? TEXT
        : {
            type: 'TIME',
            ...casts('TIME', TIME),
            refuses: refusesUnless(TIME, '00:00:00 to 23:59:59.999999'),
          }
    case 'timestamp':
      return {
        type: value.zoned ? 'TIMESTAMP' : 'DATETIME',
        ...casts(value.zoned ? 'TIMESTAMPTZ' : 'TIMESTAMP', MOMENT),
        refuses: onlyDays(refusesUnless(MOMENT, 'years 0001 to 9999, to the microsecond')),
      }
    default:
      return TEXT
  }
}

/** A decimal that fits NUMERIC is one; a wider one that Parquet can still hold is a BIGNUMERIC; what is wider still stays text. */
function decimal({ precision, scale }: { readonly precision: number; readonly scale: number }): Storage {
  const whole = precision - scale
  if (precision > NUMERIC.precision) return TEXT
  const isNumeric = whole <= NUMERIC.precision - NUMERIC.scale && scale <= NUMERIC.scale
  const form = `-?\\d{1,${Math.max(whole, 1)}}(\\.\\d{1,${Math.max(scale, 1)}}0*)?`
  return {
    type: isNumeric ? 'NUMERIC' : 'BIGNUMERIC',
    ...casts(`DECIMAL(${precision}, ${scale})`, form),
    refuses: refusesUnless(form, `${whole} digits before the point and ${scale} after it`),
  }
}

function refusesUnless(form: string, range: string): BigqueryColumn['refuses'] {
  const pattern = new RegExp(`^(?:${form})$`)
  return (text) => (pattern.test(text) ? undefined : `is outside of what its type holds (${range})`)
}

/** Every month of every year has these days; to look closer takes time. */
const COMMON_DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])\b/
const dayLimit = limitOf({ kind: 'date' }, { takesSpecialValues: true, takesNul: true })

/** MySQL holds days that no calendar has, such as 2024-02-31. */
const onlyDays =
  (refuses: BigqueryColumn['refuses']): BigqueryColumn['refuses'] =>
  (text) =>
    refuses(text) ?? (COMMON_DAY.test(text) ? undefined : dayLimit(text))

/** Source: cloud.google.com/bigquery/docs/schemas, "Column names". */
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,299}$/
const RESERVED = /^(_TABLE_|_FILE_|_PARTITION|_ROW_TIMESTAMP|__ROOT__|_COLIDENTIFIER)/i

function refuseNames(names: readonly string[]): void {
  const folded = names.map((name) => name.toLowerCase())
  const bad = names.filter(
    (name, at) => !NAME.test(name) || RESERVED.test(name) || folded.indexOf(name.toLowerCase()) !== at,
  )
  if (bad.length === 0) return
  throw new ConnectorError({
    code: 'NAME_NOT_ALLOWED',
    message: `BigQuery does not allow these names of columns, or takes them for the same as others: ${bad.join(', ')}.`,
    hint: 'Rename them with a transformation: letters, digits and underscores, no digit first.',
    retryable: false,
  })
}
