import type { ValueType } from '../../../ports/value-type.ts'
import type { CellInput } from '../access/sheets-client.ts'
import type { ColumnKind } from './cell-kind.ts'
import { dateSerial, timeSerial, timestampSerial } from './serial-date.ts'

/** Google's limit for one cell, in characters. */
export const LONGEST_TEXT = 50_000

/**
 * Converts a value of common text to a cell. A value that a cell cannot store exactly as a number, boolean or date is written as text,
 * and no text is read as a formula, because it is set as a value (`valueInputOption=RAW`). NULL is an empty cell.
 */
export function cellOfText(text: string | null, value: ValueType): CellInput {
  if (text === null) return null
  switch (value.kind) {
    case 'boolean':
      return text === 't'
    case 'integer':
      return numberIf(Number.isSafeInteger(Number(text)), text)
    case 'decimal':
      return numberIf(isExact(text), text)
    case 'float':
      return numberIf(Number.isFinite(Number(text)), text)
    case 'date':
      return dateSerial(text) ?? text
    case 'time':
      return value.zoned ? text : (timeSerial(text) ?? text)
    case 'timestamp':
      // Moments with a zone stay text: a spreadsheet has one zone for all of its dates, and it is seldom UTC.
      return value.zoned ? text : (timestampSerial(text) ?? text)
    default:
      return text
  }
}

const numberIf = (isHeld: boolean, text: string): CellInput => (isHeld ? Number(text) : text)

/** The type of cells that a column gets, as users see it; a number that a cell cannot store exactly still becomes text. */
export function cellKindOf(value: ValueType): ColumnKind {
  switch (value.kind) {
    case 'boolean':
    case 'integer':
    case 'date':
      return value.kind
    case 'decimal':
    case 'float':
      return 'number'
    case 'time':
      return value.zoned ? 'text' : 'time'
    case 'timestamp':
      return value.zoned ? 'text' : 'date time'
    default:
      return 'text'
  }
}

/** Whether a double keeps every digit of a decimal, and Sheets shows them all: it shows 15. */
function isExact(text: string): boolean {
  const digits = digitsOf(text)
  return (
    digits !== undefined && digits.replace(/^[-.0]+|\./g, '').length <= 15 && digitsOf(String(Number(text))) === digits
  )
}

/** A decimal without leading and trailing zeros; `undefined` for NaN and infinity, and for numbers with an exponent. */
function digitsOf(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? []
  if (whole === '') return undefined
  const digits = fraction === '' ? whole : `${whole}.${fraction}`
  return digits === '0' ? '0' : sign + digits
}

/** The number format of a column, so that dates look like dates and texts stay texts when a person edits them. */
export function numberFormat(value: ValueType): { readonly type: string; readonly pattern?: string } | undefined {
  switch (value.kind) {
    case 'boolean':
    case 'integer':
    case 'float':
      return undefined
    case 'decimal':
      return value.scale ? { type: 'NUMBER', pattern: `0.${'0'.repeat(value.scale)}` } : undefined
    case 'date':
      return { type: 'DATE', pattern: 'yyyy-mm-dd' }
    case 'time':
      return value.zoned ? { type: 'TEXT' } : { type: 'TIME', pattern: `hh:mm:ss${value.precision > 0 ? '.000' : ''}` }
    case 'timestamp':
      return value.zoned
        ? { type: 'TEXT' }
        : { type: 'DATE_TIME', pattern: `yyyy-mm-dd hh:mm:ss${value.precision > 0 ? '.000' : ''}` }
    default:
      return { type: 'TEXT' }
  }
}
