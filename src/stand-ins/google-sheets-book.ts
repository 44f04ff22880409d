/** What a person or a program has put into a cell. */
export type CellContent =
  | string
  | number
  | boolean
  | { readonly error: string }
  | { readonly formula: string; readonly result: string | number | boolean | { readonly error: string } }

export interface StoredCell {
  content?: CellContent
  format?: { readonly type: string; readonly pattern?: string }
}

export interface Sheet {
  sheetId: number
  title: string
  sheetType: 'GRID' | 'OBJECT'
  hidden: boolean
  rowCount: number
  columnCount: number
  frozenRowCount: number
  /** By row and column, both from 0. */
  readonly cells: Map<number, Map<number, StoredCell>>
  readonly metadata: { metadataId: number; metadataKey: string; metadataValue: string; visibility: string }[]
  merges: { readonly row: number; readonly column: number }[]
}

/** A refusal in Google's words, status 400 unless said otherwise. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(message: string, status = 400, code = 'INVALID_ARGUMENT') {
    super(message)
    this.status = status
    this.code = code
  }
}

const MAX_CELLS = 10_000_000
const LONGEST_TEXT = 50_000
const MAX_COLUMNS = 18_278

/** The cells of one spreadsheet, with Google's limits. */
export class Book {
  sheets: Sheet[] = []

  add(sheet: Partial<Sheet> & Pick<Sheet, 'sheetId' | 'title'>): Sheet {
    if (this.sheets.some(({ title }) => title.toLowerCase() === sheet.title.toLowerCase())) {
      throw new Refused(`A sheet with the name "${sheet.title}" already exists. Please enter another name.`)
    }
    if (this.sheets.some(({ sheetId }) => sheetId === sheet.sheetId)) {
      throw new Refused(`A sheet with id ${sheet.sheetId} already exists.`)
    }
    if (sheet.title === '' || sheet.title.length > 100)
      throw new Refused('The sheet name cannot be longer than 100 characters.')
    const made: Sheet = {
      sheetType: 'GRID',
      hidden: false,
      rowCount: 1_000,
      columnCount: 26,
      frozenRowCount: 0,
      cells: new Map(),
      metadata: [],
      merges: [],
      ...sheet,
    }
    this.sheets.push(made)
    this.checkSize()
    return made
  }

  byId(sheetId: unknown): Sheet {
    const found = this.sheets.find((sheet) => sheet.sheetId === sheetId)
    if (!found) throw new Refused(`No sheet with id: ${String(sheetId)}`)
    return found
  }

  remove(sheetId: unknown): void {
    const sheet = this.byId(sheetId)
    if (this.sheets.filter(({ hidden }) => !hidden).length === 1 && !sheet.hidden) {
      throw new Refused("You can't remove all the visible sheets in a document.")
    }
    this.sheets = this.sheets.filter((other) => other !== sheet)
  }

  checkSize(): void {
    if (this.sheets.some(({ columnCount }) => columnCount > MAX_COLUMNS)) {
      throw new Refused(`This action would increase the number of columns above the limit of ${MAX_COLUMNS} columns.`)
    }
    const cells = this.sheets.reduce((sum, { rowCount, columnCount }) => sum + rowCount * columnCount, 0)
    if (cells > MAX_CELLS) {
      throw new Refused(
        `This action would increase the number of cells in the workbook above the limit of ${MAX_CELLS} cells.`,
      )
    }
  }
}

export const cellAt = (sheet: Sheet, row: number, column: number): StoredCell | undefined =>
  sheet.cells.get(row)?.get(column)

/** Sets what is in a cell and leaves how it looks. */
export function setContent(sheet: Sheet, row: number, column: number, content: CellContent | undefined): void {
  if (row >= sheet.rowCount || column >= sheet.columnCount) {
    throw new Refused(
      `Range ('${sheet.title}'!R${row + 1}C${column + 1}) exceeds grid limits. Max rows: ${sheet.rowCount}, max columns: ${sheet.columnCount}`,
    )
  }
  if (typeof content === 'string' && content.length > LONGEST_TEXT) {
    throw new Refused(`Your input contains more than the maximum of ${LONGEST_TEXT} characters in a single cell.`)
  }
  // What lands in a merged cell that is not its corner is never seen.
  if (content !== undefined && sheet.merges.some((merged) => merged.row === row && merged.column === column)) return
  const line = sheet.cells.get(row) ?? new Map<number, StoredCell>()
  const { format } = line.get(column) ?? {}
  line.set(column, { ...(content !== undefined && content !== '' && { content }), ...(format && { format }) })
  sheet.cells.set(row, line)
}

export function setFormat(sheet: Sheet, row: number, column: number, format: StoredCell['format']): void {
  const line = sheet.cells.get(row) ?? new Map<number, StoredCell>()
  const { content } = line.get(column) ?? {}
  line.set(column, { ...(content !== undefined && { content }), ...(format && { format }) })
  sheet.cells.set(row, line)
}

/** What a formula shows, or what was put in. */
export const resultOf = (content: CellContent | undefined) =>
  typeof content === 'object' && 'formula' in content ? content.result : content

/** A cell as `spreadsheets.get` gives it, before the field mask. */
export function cellData({ content, format }: StoredCell): object {
  const result = resultOf(content)
  const isFormula = typeof content === 'object' && 'formula' in content
  const value = valueIn(result)
  return {
    ...(content !== undefined && { userEnteredValue: isFormula ? { formulaValue: content.formula } : value }),
    ...(result !== undefined && { effectiveValue: value, formattedValue: shown(result) }),
    ...(format && { userEnteredFormat: { numberFormat: format }, effectiveFormat: { numberFormat: format } }),
  }
}

function valueIn(result: ReturnType<typeof resultOf>): object | undefined {
  if (typeof result === 'string') return { stringValue: result }
  if (typeof result === 'number') return { numberValue: result }
  if (typeof result === 'boolean') return { boolValue: result }
  return result && { errorValue: { type: result.error === '#N/A' ? 'N_A' : 'REF', message: 'Error' } }
}

function shown(result: NonNullable<ReturnType<typeof resultOf>>): string {
  if (typeof result === 'boolean') return result ? 'TRUE' : 'FALSE'
  return typeof result === 'object' ? result.error : String(result)
}
