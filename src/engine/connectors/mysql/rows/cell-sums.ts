import { defined } from '../../../../core/catalog/defined.ts'
import { notationOf } from '../../../formats/common-text/cell-number.ts'
import { type Cell, type CellSums, type KeyDigest, NO_VALUE, P } from '../../../ports/key-digest.ts'
import { doubleCases, rowNumber } from '../../shared/cell-sums.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'

/** The server's own sum of a table, over its rows as they are stored. Source: MySQL, "CHECKSUM TABLE Statement". */
const CHECKSUM_TABLE = 'mysql-checksum-table'

export const isWholeTable = ({ name }: Pick<KeyDigest, 'name'>): boolean => name.startsWith(CHECKSUM_TABLE)

/** The hashes as SQL: of an expression, a number of 32 bits. */
const HASHES: Readonly<Record<string, (expression: string) => string>> = {
  crc32c: (expression) => `CAST(CRC32C(${expression}) AS SIGNED)`,
  crc32: (expression) => `CAST(CRC32(${expression}) AS SIGNED)`,
  sha256: (expression) => `CAST(CONV(LEFT(SHA2(${expression}, 256), 8), 16, 10) AS SIGNED)`,
}

/** MariaDB has CRC32C, for which processors have an instruction, since 10.8; MySQL does not. */
const HAS_CRC32C = /^MariaDB (?:10\.(?:[89]|\d\d)|1[1-9]|[2-9]\d)\b/

export interface SummedTable {
  /** As `Source.serverVersion`. */
  readonly serverVersion: string
  /** The types of the columns that are summed. */
  readonly types: readonly string[]
  /** Whether the table has no other columns, and this order. */
  readonly areAll: boolean
}

/** What this server can sum of the values of columns with these types, in the notation of `information_schema.COLUMNS.COLUMN_TYPE`. */
export function cellSumsOf({ serverVersion, types, areAll }: SummedTable): CellSums {
  const hashes = [...(HAS_CRC32C.test(serverVersion) ? ['crc32c'] : []), 'crc32', 'sha256']
  const [version = ''] = /^\S+ \d+\.\d+/.exec(serverVersion) ?? []
  return defined({
    hashes,
    cells: types.map((type) => ({ notation: notationOf(valueTypeOf(type)) ?? `own ${bare(type)}`, type })),
    table: areAll ? `${CHECKSUM_TABLE} ${version} ${types.map(bare).join(', ')}` : undefined,
  })
}

const bare = (type: string) => type.replace(/ collate \w+| (not )?null\b.*$/gi, '').toLowerCase()

const text = (expression: string) => `CONVERT(${expression} USING utf8mb4)`
const trimmed = (expression: string) => `TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM ${expression}))`

/** The SQL of the number of one cell. */
function cellNumber(name: string, { notation, type }: Cell, hash: (expression: string) => string): string {
  const own = quoteIdentifier(name)
  switch (notation) {
    case 'whole':
      return `CAST(MOD(${own}, ${P}) AS SIGNED)`
    case 'day':
      return `TO_DAYS(${own})`
    case 'moment':
      return `MOD(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', ${own}), ${P})`
    case 'decimal':
      // Adding 0 removes the leading zeros of ZEROFILL.
      return hash(/,[1-9]/.test(type) ? trimmed(`${own} + 0`) : `${own} + 0`)
    case 'double':
      // Adding 0e0 removes the zeros of DOUBLE(M,D) and ZEROFILL.
      return doubleNumber(/\(|zerofill/i.test(type) ? `(${own} + 0e0)` : own, hash)
    case 'text':
      return hash(text(own))
    case 'filled text':
      // Collations with padding treat blanks as an empty text.
      return `IF(LENGTH(${own}) = 0, NULL, ${hash(text(own))})`
    case 'uuid':
      return hash(`LOWER(${text(own)})`)
    case 'bytes':
      return hash(own)
    default:
      // The server shows a FLOAT with six digits, and bits as bytes.
      return hash(/^(float|bit)\b/.test(type) ? `${own} + 0e0` : own)
  }
}

/** See `doubleCases`. */
function doubleNumber(own: string, hash: (expression: string) => string): string {
  const digits = `REPLACE(REPLACE(SUBSTRING_INDEX(${text(own)}, 'e', 1), '.', ''), '-', '')`
  return doubleCases(own, {
    plain: hash(text(own)),
    digits: hash(`TRIM(BOTH '0' FROM ${digits})`),
    whole: `CAST(MOD(${own}, ${P}) AS SIGNED)`,
  })
}

/** The SQL of a sum of the values of all these columns. @returns nothing if the digest sums no cells */
export function cellSum({ name, columns, cells }: KeyDigest): string | undefined {
  const hash = HASHES[name]
  if (!cells || !hash) return undefined
  const numbers = cells.map((cell, at) => `COALESCE(${cellNumber(columns[at] ?? '', cell, hash)}, ${NO_VALUE})`)
  return `SUM(${rowNumber(numbers, (of, by) => `MOD(${of}, ${by})`)})`
}
