import type { Field, ValueType } from '../../ports/value-type.ts'

/** Kinds whose texts are a system's notation of a number, a moment or a boolean, and not text that a person wrote. */
const HARMLESS: ReadonlySet<ValueType['kind']> = new Set([
  'boolean',
  'integer',
  'decimal',
  'float',
  'date',
  'time',
  'timestamp',
  'interval',
  'uuid',
])

/**
 * One line of CSV (RFC 4180), with its end. NULL is nothing, the empty text is `""`. A text that a spreadsheet would treat as a formula gets
 * an apostrophe before it (OWASP, "CSV Injection"), because the reader of the file did not write the data.
 */
export const csvLine = (fields: readonly Field[], values: readonly ValueType[]): string =>
  `${fields.map((field, index) => cell(field, HARMLESS.has(values[index]?.kind ?? 'text'))).join(',')}\r\n`

/** The first line. People choose the names of columns too. */
export const csvHeader = (names: readonly string[]): string => `${names.map((name) => cell(name, false)).join(',')}\r\n`

function cell(field: Field, isHarmless: boolean): string {
  if (field === null) return ''
  const text = !isHarmless && /^[=+\-@\t\r\n\0＝＋－＠]/.test(field) ? `'${field}` : field
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
