import { P } from '../../../ports/key-digest.ts'
import { digitsOf, type KeyColumn, respelled, SUMMED_DIGITS, SUMMED_FROM } from '../../sql/key-ranges.ts'
import { keySql } from '../../sql/key-sql.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'

/** The text of a key column in `hash`, equal in all systems. */
function keyText({ name, value, type = '' }: KeyColumn): string {
  const quoted = quoteIdentifier(name)
  switch (value.kind) {
    case 'integer':
      return text(`${quoted} + 0`)
    case 'interval':
    case 'decimal': {
      // Adding 0 removes leading zeros.
      const whole = text(/\bzerofill\b/.test(type) ? `${quoted} + 0` : quoted)
      return `IF(LOCATE('.', ${whole}) > 0, TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM ${whole})), ${whole})`
    }
    case 'bits':
      return text(`LPAD(BIN(${quoted} + 0), ${value.length ?? 1}, '0')`)
    case 'timestamp':
      return text(`DATE_FORMAT(${quoted}, '%Y-%m-%d %H:%i:%s.%f')`)
    case 'date':
      return text(`DATE_FORMAT(${quoted}, '%Y-%m-%d')`)
    case 'bytes':
      return text(`LOWER(HEX(${quoted}))`)
    case 'uuid':
      return text(`LOWER(${quoted})`)
    default:
      return text(GEOMETRY.test(type) ? `HEX(${quoted})` : quoted)
  }
}

/** The server has no text of them. */
const GEOMETRY = /^(geometry|point|linestring|polygon|multi\w+|geom(etry)?collection)\b/

const text = (expression: string) => `CAST(${expression} AS CHAR CHARACTER SET utf8mb4)`

const spelledText = (column: KeyColumn) => respelled(keyText(column), column, '')

const hashOf = (columns: readonly KeyColumn[]) =>
  `SHA2(CONCAT_WS('\\t', ${columns.map((column) => `COALESCE(${spelledText(column)}, '')`).join(', ')}), 256)`

const prefix = (hash: string, bits: number) => `LEFT(${hash}, ${digitsOf(bits)})`

const SUMMED = `CAST(CONV(SUBSTRING(hash, ${SUMMED_FROM}, ${SUMMED_DIGITS}), 16, 10) AS UNSIGNED)`

/** The server's shift is unsigned, so that numbers are shifted as distances from the smallest number. */
const SMALLEST = -(1n << 63n)

const rowHashOf = (key: readonly KeyColumn[], values: readonly KeyColumn[]) =>
  `SHA2(CONCAT_WS('\\t', ${[hashOf(key), ...values.map((column) => `COALESCE(CONCAT('+', ${spelledText(column)}), '')`)].join(', ')}), 256)`

/** Statements over keys in MySQL. */
export const KEY_SQL = keySql({
  catalog: '',
  quote: quoteIdentifier,
  hashOf,
  prefix,
  constant: String,
  origin: SMALLEST,
  sumsStatement(from, columns, { order, bits }, values) {
    const summed = (number: string, sums: string, keys: string) =>
      `SELECT ${number} AS number, COUNT(*) AS found, ${sums} AS total FROM (${keys}) of_keys GROUP BY 1`
    const name = quoteIdentifier(columns[0]?.name ?? '')
    if (values) {
      const isNumber = order === 'number'
      const place = isNumber ? `CAST(${name} AS UNSIGNED) ^ ${1n << 63n}` : hashOf(columns)
      const rows = `SELECT ${place} AS place, ${rowHashOf(columns, values)} AS hash FROM ${from}`
      return summed(isNumber ? `place >> ${bits}` : prefix('place', bits), `SUM(${SUMMED})`, rows)
    }
    if (order === 'number') {
      const keys = `SELECT CAST(${name} AS UNSIGNED) ^ ${1n << 63n} AS place, CAST(MOD(${name}, ${P}) AS SIGNED) AS x FROM ${from}`
      return summed(`place >> ${bits}`, `CONCAT(SUM(x), ':', SUM(MOD(x * x, ${P})))`, keys)
    }
    return summed(prefix('hash', bits), `SUM(${SUMMED})`, `SELECT ${hashOf(columns)} AS hash FROM ${from}`)
  },
})
