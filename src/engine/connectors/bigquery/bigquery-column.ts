import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { limitOf, type ValueLimit } from '../../formats/common-text/value-limit.ts'
import { decimalType } from '../../formats/parquet/decimal-type.ts'
import type { ParquetColumn } from '../../formats/parquet/file-metadata.ts'
import { DATE, TIME, timestampType } from '../../formats/parquet/moment-types.ts'
import type { ParquetType } from '../../formats/parquet/parquet-type.ts'
import { BOOLEAN, BYTES, DOUBLE, INT64, TEXT } from '../../formats/parquet/plain-types.ts'
import { ValuePage } from '../../formats/parquet/value-page.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { SourceColumn } from '../../ports/source.ts'
import type { ValueType } from '../../ports/value-type.ts'

/** How a column of a stream is staged in Parquet and stored in BigQuery. */
export interface BigqueryColumn extends ParquetColumn {
  /** BigQuery's type. */
  readonly type: string
  readonly mode: 'NULLABLE'
  /** The reason why a common text cannot become an exact value of this type; `undefined` if it can. */
  readonly refuses: ValueLimit
}

/** NUMERIC has 29 digits before the point and 9 after; BIGNUMERIC 38 of each, but decimals in Parquet have at most 38 digits in total. */
const NUMERIC = { precision: 38, scale: 9 } as const

/** The columns of a table with names that BigQuery allows. @throws ConnectorError `NAME_NOT_ALLOWED` with all other names */
export function bigqueryColumns(columns: readonly SourceColumn[]): readonly BigqueryColumn[] {
  refuseNames(columns.map(({ name }) => name))
  return columns.map(({ name, value }) => ({ name, mode: 'NULLABLE', ...storageOf(value) }))
}

/** The values that a column of this type can store. */
export function heldBy(type: string, coming: ValueType): ValueType {
  if (type === 'STRING') return { kind: 'text' }
  return coming.kind === 'decimal' && coming.precision === undefined ? { kind: 'decimal', ...NUMERIC } : coming
}

type Storage = Pick<BigqueryColumn, 'type' | 'stored' | 'refuses'>

const STRING: Storage = { type: 'STRING', stored: TEXT, refuses: () => undefined }

function storageOf(value: ValueType): Storage {
  switch (value.kind) {
    case 'boolean':
      return storage('BOOL', BOOLEAN, sentence`accepts only true and false`)
    case 'integer':
      return value.unsigned && value.bits === 64
        ? decimal({ precision: 20, scale: 0 })
        : storage('INT64', INT64, sentence`accepts only whole numbers of 64 bits`)
    case 'decimal':
      return decimal({ precision: value.precision ?? NUMERIC.precision, scale: value.scale ?? NUMERIC.scale })
    case 'float':
      return storage('FLOAT64', DOUBLE, sentence`accepts only numbers of 64 bits`)
    case 'bytes':
      return { type: 'BYTES', stored: BYTES, refuses: () => undefined }
    case 'date':
      return storage('DATE', DATE, outside(sentence`years 0001 to 9999`), onlyDays)
    case 'time':
      return value.zoned ? STRING : storage('TIME', TIME, outside(sentence`00:00:00 to 23:59:59.999999`))
    case 'timestamp': {
      const rule = outside(sentence`years 0001 to 9999, to the microsecond`)
      return storage(value.zoned ? 'TIMESTAMP' : 'DATETIME', timestampType(value.zoned), rule, onlyDays)
    }
    default:
      return STRING
  }
}

/** A decimal that fits becomes NUMERIC, a wider one that Parquet supports becomes BIGNUMERIC, and an even wider one stays text. */
function decimal({ precision, scale }: { readonly precision: number; readonly scale: number }): Storage {
  const whole = precision - scale
  if (precision > NUMERIC.precision) return STRING
  const isNumeric = whole <= NUMERIC.precision - NUMERIC.scale && scale <= NUMERIC.scale
  const rule = outside(sentence`${whole} digits before the point and ${scale} after it`)
  return storage(isNumeric ? 'NUMERIC' : 'BIGNUMERIC', decimalType(precision, scale), rule)
}

const outside = (range: Sentence): Sentence => sentence`is outside the range of its type (${range})`

/** Uses the writer itself, so that a row is rejected in advance exactly if the writer would refuse it. */
function storage(type: string, stored: ParquetType, rule: Sentence, closer: ValueLimit = () => undefined): Storage {
  const scratch = new ValuePage()
  return {
    type,
    stored,
    refuses: (text) => {
      const bytes = Buffer.from(text)
      scratch.clear()
      return stored.write(scratch, bytes, 0, bytes.length) === bytes.length ? undefined : (closer(text) ?? rule)
    },
  }
}

const dayLimit = limitOf({ kind: 'date' }, { takesSpecialValues: true, takesNul: true })

/** MySQL can store invalid dates, such as 2024-02-31. */
const onlyDays: ValueLimit = (text) => (text.startsWith('0000') ? undefined : dayLimit(text))

/** Source: cloud.google.com/bigquery/docs/schemas, "Column names". */
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,299}$/
const RESERVED =
  /^(_TABLE_|_FILE_|_PARTITION|_ROW_TIMESTAMP|__ROOT__|_COLIDENTIFIER|_CHANGE_SEQUENCE_NUMBER|_CHANGE_TYPE|_CHANGE_TIMESTAMP)/i

/** @throws ConnectorError `NAME_NOT_ALLOWED` */
export function refuseNames(names: readonly string[]): void {
  const folded = names.map((name) => name.toLowerCase())
  const bad = names.filter(
    (name, at) => !NAME.test(name) || RESERVED.test(name) || folded.indexOf(name.toLowerCase()) !== at,
  )
  if (bad.length === 0) return
  throw new ConnectorError({
    code: 'NAME_NOT_ALLOWED',
    message: sentence`BigQuery does not allow these column names, or treats them as equal to others: ${bad.join(', ')}.`,
    hint: sentence`Rename them with a transformation: letters, digits and underscores, no digit first, and not with a beginning that BigQuery keeps for itself (such as _TABLE_ or _CHANGE_TYPE).`,
  })
}
