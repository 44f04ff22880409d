import {
  type Book,
  cellAt,
  Refused,
  resultOf,
  type Sheet,
  type StoredCell,
  setContent,
  setFormat,
} from './google-sheets-book.ts'

interface GridRange {
  readonly sheetId: number
  readonly startRowIndex?: number
  readonly endRowIndex?: number
  readonly startColumnIndex?: number
  readonly endColumnIndex?: number
}

interface Rows {
  readonly values?: readonly { readonly userEnteredValue?: Readonly<Record<string, unknown>> }[]
}

interface DimensionRange {
  readonly sheetId: number
  readonly dimension: string
  readonly startIndex: number
  readonly endIndex: number
}

/** Each kind of request that is spoken here; anything else is refused as Google refuses an unknown name. */
const KINDS: Readonly<Record<string, (book: Book, body: never) => void>> = {
  addSheet: (book, { properties }: { properties: Properties }) => {
    const { gridProperties = {}, sheetId = 0, title = '', hidden = false } = properties
    book.add({ sheetId, title, hidden, ...gridProperties })
  },

  deleteSheet: (book, { sheetId }: { sheetId: number }) => book.remove(sheetId),

  updateSheetProperties: (book, { properties, fields }: { properties: Properties; fields: string }) => {
    const sheet = book.byId(properties.sheetId)
    for (const field of fieldsOf(fields)) {
      if (field === 'title') {
        if (
          book.sheets.some((other) => other !== sheet && other.title.toLowerCase() === properties.title?.toLowerCase())
        ) {
          throw new Refused(`A sheet with the name "${properties.title}" already exists. Please enter another name.`)
        }
        sheet.title = properties.title ?? ''
      } else if (field === 'hidden') sheet.hidden = properties.hidden ?? false
      else if (field === 'gridProperties.rowCount') resizeRows(sheet, properties.gridProperties?.rowCount ?? 0)
      else if (field === 'gridProperties.columnCount') sheet.columnCount = properties.gridProperties?.columnCount ?? 0
      else throw new Refused(`Invalid field: ${field}`)
    }
    book.checkSize()
  },

  updateCells: (book, { range, start, rows, fields }: UpdateCells) => {
    if (fields !== 'userEnteredValue') throw new Refused(`Invalid field: ${fields}`)
    if (range)
      eachCell(
        book.byId(range.sheetId),
        range,
        (sheet, row, column) => cellAt(sheet, row, column) && setContent(sheet, row, column, undefined),
      )
    if (!start) return
    const sheet = book.byId(start.sheetId)
    rows?.forEach(({ values }, row) => {
      values?.forEach(({ userEnteredValue }, column) => {
        const text = userEnteredValue?.['stringValue']
        if (typeof text !== 'string') throw new Refused('Invalid value: only stringValue is spoken here')
        setContent(sheet, start.rowIndex + row, start.columnIndex + column, text)
      })
    })
  },

  repeatCell: (book, { range, cell, fields }: RepeatCell) => {
    if (fields !== 'userEnteredFormat.numberFormat') throw new Refused(`Invalid field: ${fields}`)
    const format = cell.userEnteredFormat?.numberFormat
    if (format && !NUMBER_FORMATS.includes(format.type)) throw new Refused(`Invalid value at 'type': "${format.type}"`)
    eachCell(book.byId(range.sheetId), range, (sheet, row, column) => setFormat(sheet, row, column, format))
  },

  copyPaste: (
    book,
    { source, destination, pasteType }: { source: GridRange; destination: GridRange; pasteType: string },
  ) => {
    if (pasteType !== 'PASTE_VALUES') throw new Refused(`Invalid value at 'paste_type': "${pasteType}"`)
    const [from, to] = [book.byId(source.sheetId), book.byId(destination.sheetId)]
    eachCell(from, source, (sheet, row, column) => {
      const result = resultOf(cellAt(sheet, row, column)?.content)
      const [toRow, toColumn] = [row - (source.startRowIndex ?? 0) + (destination.startRowIndex ?? 0), column]
      setContent(to, toRow, toColumn, result)
    })
  },

  insertDimension: (book, { range }: { range: DimensionRange }) => {
    const sheet = book.byId(range.sheetId)
    if (range.startIndex >= sheet.rowCount)
      throw new Refused(`range.startIndex[${range.startIndex}] must be less than the grid size (${sheet.rowCount})`)
    const count = range.endIndex - range.startIndex
    const moved = [...sheet.cells].map(([row, line]) => [row >= range.startIndex ? row + count : row, line] as const)
    sheet.cells.clear()
    for (const [row, line] of moved) sheet.cells.set(row, line)
    sheet.rowCount += count
    book.checkSize()
  },

  appendDimension: (book, { sheetId, length }: { sheetId: number; length: number }) => {
    book.byId(sheetId).rowCount += length
    book.checkSize()
  },

  unmergeCells: (book, { range }: { range: GridRange }) => {
    book.byId(range.sheetId).merges = []
  },

  createDeveloperMetadata: (book, { developerMetadata }: { developerMetadata: Metadata }) => {
    const { metadataKey, metadataValue, visibility, location } = developerMetadata
    if (!metadataKey || (visibility !== 'PROJECT' && visibility !== 'DOCUMENT'))
      throw new Refused('Invalid developer metadata')
    const metadataId = 1 + Math.max(0, ...book.sheets.flatMap(({ metadata }) => metadata.map((one) => one.metadataId)))
    book.byId(location?.sheetId).metadata.push({ metadataId, metadataKey, metadataValue, visibility })
  },

  updateDeveloperMetadata: (book, { dataFilters, developerMetadata, fields }: UpdateMetadata) => {
    if (fields !== 'metadataValue') throw new Refused(`Invalid field: ${fields}`)
    const ids = dataFilters.map(({ developerMetadataLookup }) => developerMetadataLookup.metadataId)
    const found = book.sheets.flatMap(({ metadata }) => metadata.filter(({ metadataId }) => ids.includes(metadataId)))
    if (found.length === 0) throw new Refused('No developer metadata matches the filter')
    for (const one of found) one.metadataValue = developerMetadata.metadataValue
  },
}

const NUMBER_FORMATS = ['TEXT', 'NUMBER', 'PERCENT', 'CURRENCY', 'DATE', 'TIME', 'DATE_TIME', 'SCIENTIFIC']

interface Properties {
  readonly sheetId?: number
  readonly title?: string
  readonly hidden?: boolean
  readonly gridProperties?: Partial<Pick<Sheet, 'rowCount' | 'columnCount' | 'frozenRowCount'>>
}

interface UpdateCells {
  readonly range?: GridRange
  readonly start?: { readonly sheetId: number; readonly rowIndex: number; readonly columnIndex: number }
  readonly rows?: readonly Rows[]
  readonly fields: string
}

interface RepeatCell {
  readonly range: GridRange
  readonly cell: { readonly userEnteredFormat?: { readonly numberFormat?: NonNullable<StoredCell['format']> } }
  readonly fields: string
}

interface Metadata {
  readonly metadataKey: string
  readonly metadataValue: string
  readonly visibility: string
  readonly location?: { readonly sheetId: number }
}

interface UpdateMetadata {
  readonly dataFilters: readonly { readonly developerMetadataLookup: { readonly metadataId: number } }[]
  readonly developerMetadata: Metadata
  readonly fields: string
}

/** Applies all requests or none: a refusal names the one that was refused. */
export function applyBatch(book: Book, requests: readonly Readonly<Record<string, unknown>>[]): void {
  if (!Array.isArray(requests) || requests.length === 0) throw new Refused('Must specify at least one request.')
  const before = structuredClone(book.sheets)
  for (const [index, request] of requests.entries()) {
    const [kind = ''] = Object.keys(request)
    const apply = KINDS[kind]
    try {
      if (!apply) throw new Refused(`Invalid JSON payload received. Unknown name "${kind}": Cannot find field.`)
      apply(book, request[kind] as never)
    } catch (error) {
      book.sheets = before
      throw error instanceof Refused ? new Refused(`Invalid requests[${index}].${kind}: ${error.message}`) : error
    }
  }
}

const fieldsOf = (mask: string): readonly string[] => mask.split(',').map((field) => field.trim())

function resizeRows(sheet: Sheet, rowCount: number): void {
  if (rowCount <= sheet.frozenRowCount) throw new Refused("You can't delete all the rows that are not frozen.")
  for (const row of [...sheet.cells.keys()]) if (row >= rowCount) sheet.cells.delete(row)
  sheet.rowCount = rowCount
}

/** Of a range without an end: only cells that were ever touched, because the others are all alike. */
function eachCell(sheet: Sheet, range: GridRange, act: (sheet: Sheet, row: number, column: number) => void): void {
  const { startRowIndex = 0, startColumnIndex = 0 } = range
  const isOpen = range.endRowIndex === undefined
  const { endRowIndex = sheet.rowCount, endColumnIndex = sheet.columnCount } = range
  if (endRowIndex > sheet.rowCount || endColumnIndex > sheet.columnCount) {
    throw new Refused(`Range exceeds grid limits. Max rows: ${sheet.rowCount}, max columns: ${sheet.columnCount}`)
  }
  if (isOpen) {
    for (const [row, line] of sheet.cells) for (const column of [...line.keys()]) act(sheet, row, column)
    return
  }
  for (let row = startRowIndex; row < endRowIndex; row++) {
    for (let column = startColumnIndex; column < endColumnIndex; column++) act(sheet, row, column)
  }
}
