interface CsvOptions {
  /** Cells are values of rows, in which a negative number is a number. Otherwise they are names chosen by people. */
  readonly hasNumbers?: boolean
}

/** Lines of a file for spreadsheets (RFC 4180). */
export const csvOf = (lines: readonly (readonly string[])[], { hasNumbers = false }: CsvOptions = {}): string =>
  lines.map((cells) => `${cells.map((text) => cell(text, hasNumbers)).join(',')}\r\n`).join('')

/** A text that starts like a formula must not become one in a spreadsheet, hence the quote. */
const cell = (text: string, hasNumbers: boolean): string => {
  const isFormula = /^[\s]*[=+\-@\t\r]/.test(text) && !(hasNumbers && /^-[\d.]+$/.test(text))
  const inert = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
