import { randomBytes } from 'node:crypto'
import { masked } from './field-mask.ts'
import { applyBatch } from './google-sheets-batch.ts'
import {
  Book,
  type CellContent,
  cellAt,
  cellData,
  Refused,
  resultOf,
  type Sheet,
  setContent,
  setFormat,
} from './google-sheets-book.ts'
import { startVendorServer, type VendorReply, type VendorRequest, type VendorServer } from './vendor-server.ts'

export interface GoogleSheetsStandIn extends Pick<VendorServer, 'address' | 'requests' | 'fail' | 'before' | 'stop'> {
  readonly spreadsheetId: string
  /** Changes what the server holds, as people and Google do. */
  readonly settings: { role: 'editor' | 'viewer' | 'none'; isEnabled: boolean; callsPerMinute: number }
  readonly book: Book
  /** As a person who makes a tab and fills it, from A1 on. */
  put(title: string, rows: readonly (readonly (CellContent | null)[])[], grid?: Partial<Sheet>): Sheet
  /** How some cells of a column are shown; rows as people count them. */
  format(title: string, column: number, type: string, firstRow?: number, lastRow?: number): void
  /** What a tab shows, row by row; `null` for empty cells. Absent without the tab. */
  rows(title: string): readonly (readonly unknown[])[] | undefined
  /** What is really in the cells of a tab: formulas as such. */
  contents(title: string): readonly CellContent[]
  readonly titles: readonly string[]
  /** As a person who takes the consent back: no token works any more. */
  withdraw(): void
  /** Ends the access tokens, as time does. */
  expire(): void
}

export const REFRESH_TOKEN = '1//refresh-of-ada'

/**
 * Google's token call and the part of Sheets v4 that is used here, with its quota, limits and refusals.
 * @param isKnown tokens that another stand-in has given out
 */
export async function startGoogleSheets(
  now: () => number = Date.now,
  isKnown: (accessToken: string) => boolean = () => false,
  spreadsheetId: string = `1${randomBytes(16).toString('hex')}`,
): Promise<GoogleSheetsStandIn> {
  const book = new Book()
  const settings: GoogleSheetsStandIn['settings'] = { role: 'editor', isEnabled: true, callsPerMinute: 60 }
  const accessTokens = new Set<string>()
  const count = makeQuota(settings, now)
  let isWithdrawn = false

  const token = (form: URLSearchParams): VendorReply => {
    if (form.get('client_id') !== 'client' || form.get('client_secret') !== 'secret')
      return { status: 401, body: { error: 'invalid_client' } }
    if (form.get('grant_type') !== 'refresh_token') return { status: 400, body: { error: 'unsupported_grant_type' } }
    if (isWithdrawn || form.get('refresh_token') !== REFRESH_TOKEN) {
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' } }
    }
    const accessToken = `ya29.${randomBytes(8).toString('hex')}`
    accessTokens.add(accessToken)
    return { status: 200, body: { access_token: accessToken, expires_in: 3_599, token_type: 'Bearer' } }
  }

  const answer = (request: VendorRequest): VendorReply => {
    if (request.path === '/token') return token(new URLSearchParams(request.body.toString()))
    const accessToken = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (!accessTokens.has(accessToken) && !isKnown(accessToken))
      throw new Refused('Request had invalid authentication credentials.', 401, 'UNAUTHENTICATED')
    count(request.method === 'GET' ? 'reads' : 'writes')
    return answerCall(request, { book, spreadsheetId, settings })
  }

  const server = await startVendorServer((request) => {
    try {
      return answer(request)
    } catch (error) {
      if (error instanceof Refused) return refusal(error)
      throw error
    }
  })

  return {
    address: server.address,
    requests: server.requests,
    fail: server.fail,
    before: server.before,
    stop: server.stop,
    spreadsheetId,
    settings,
    ...contentsOf(book),
    get titles() {
      return book.sheets.map(({ title }) => title)
    },
    withdraw: () => {
      isWithdrawn = true
      accessTokens.clear()
    },
    expire: () => accessTokens.clear(),
  }
}

/** Refuses calls beyond the quota of a minute. */
function makeQuota(settings: GoogleSheetsStandIn['settings'], now: () => number) {
  const calls = { reads: [] as number[], writes: [] as number[] }
  return (kind: 'reads' | 'writes') => {
    const recent = calls[kind].filter((at) => at > now() - 60_000)
    if (recent.length >= settings.callsPerMinute)
      throw new Refused(`Quota exceeded for quota metric '${kind}'`, 429, 'RESOURCE_EXHAUSTED')
    calls[kind] = [...recent, now()]
  }
}

interface Served extends Pick<GoogleSheetsStandIn, 'book' | 'spreadsheetId' | 'settings'> {}

/** A call of the Sheets API with a valid token. */
function answerCall(request: VendorRequest, { book, spreadsheetId, settings }: Served): VendorReply {
  const isRead = request.method === 'GET'
  if (!settings.isEnabled)
    throw new Refused(
      'Google Sheets API has not been used in project 1 before or it is disabled.',
      403,
      'SERVICE_DISABLED',
    )
  const [, id, action = ''] = /^\/v4\/spreadsheets\/([^/:]+)(.*)$/.exec(request.path) ?? []
  if (id !== spreadsheetId) throw new Refused('Requested entity was not found.', 404, 'NOT_FOUND')
  if (settings.role === 'none' || (!isRead && settings.role === 'viewer'))
    throw new Refused('The caller does not have permission', 403, 'PERMISSION_DENIED')
  const fields = request.query.get('fields') ?? ''
  if (isRead && action === '') return { status: 200, body: masked(read(book, request.query.getAll('ranges')), fields) }
  const body = JSON.parse(request.body.toString()) as Readonly<Record<string, unknown>>
  if (request.method === 'POST' && action === ':batchUpdate') {
    applyBatch(book, body['requests'] as Readonly<Record<string, unknown>>[])
    return { status: 200, body: masked({ spreadsheetId, replies: [] }, fields) }
  }
  const [, range] = /^\/values\/(.+)$/.exec(action) ?? []
  if (request.method !== 'PUT' || range === undefined) throw new Refused('Not found', 404, 'NOT_FOUND')
  if (request.query.get('valueInputOption') !== 'RAW')
    throw new Refused("'valueInputOption' is required but not specified")
  const values = body['values'] as readonly (readonly unknown[])[]
  return { status: 200, body: writeValues(book, decodeURIComponent(range), values) }
}

/** Reads and changes the book as a person does. */
function contentsOf(book: Book): Pick<GoogleSheetsStandIn, 'book' | 'put' | 'format' | 'rows' | 'contents'> {
  let sheetIds = 0
  const sheet = (title: string) => book.sheets.find((one) => one.title === title)
  return {
    book,
    put: (title, rows, grid = {}) => {
      const made = sheet(title) ?? book.add({ sheetId: ++sheetIds, title, ...grid })
      rows.forEach((row, at) => {
        for (const [column, content] of row.entries()) setContent(made, at, column, content ?? undefined)
      })
      return made
    },
    format: (title, column, type, firstRow = 2, lastRow = firstRow) => {
      const found = sheet(title)
      for (let row = firstRow - 1; found && row < lastRow; row++) setFormat(found, row, column, { type })
    },
    rows: (title) => {
      const found = sheet(title)
      if (!found) return undefined
      const filled = [...found.cells].flatMap(([row, line]) =>
        [...line].flatMap(([column, { content }]) => (content === undefined ? [] : [[row, column] as const])),
      )
      const [height, width] = [0, 1].map((axis) => Math.max(0, ...filled.map((at) => (at[axis] ?? 0) + 1)))
      return Array.from({ length: height ?? 0 }, (_, row) =>
        Array.from({ length: width ?? 0 }, (__, column) => resultOf(cellAt(found, row, column)?.content) ?? null),
      )
    },
    contents: (title) =>
      [...(sheet(title)?.cells.values() ?? [])].flatMap((line) =>
        [...line.values()].flatMap(({ content }) => content ?? []),
      ),
  }
}

/** Google's shape of a refusal (google.rpc.Status). */
function refusal({ status, code, message }: Refused): VendorReply {
  const reasons: Readonly<Record<string, string>> = {
    RESOURCE_EXHAUSTED: 'RATE_LIMIT_EXCEEDED',
    SERVICE_DISABLED: 'SERVICE_DISABLED',
  }
  const reason = reasons[code]
  const details = reason === undefined ? [] : [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }]
  return {
    status,
    body: {
      error: { code: status, message, status: code === 'SERVICE_DISABLED' ? 'PERMISSION_DENIED' : code, details },
    },
  }
}

interface Block {
  readonly sheet: Sheet
  readonly rows: readonly [number, number]
  readonly columns: readonly [number, number]
}

/** A1 notation with a sheet: rows (`'T'!1:5`) or a block (`'T'!A1:C5`). Both ends from 0, the second excluded. */
function parseRange(book: Book, range: string): Block {
  const [, quoted, plain, cells = ''] = /^(?:'((?:[^']|'')*)'|([^'!]+))!(.+)$/.exec(range) ?? []
  const title = quoted?.replaceAll("''", "'") ?? plain
  const sheet = book.sheets.find((one) => one.title === title && one.sheetType === 'GRID')
  const [, left = '', top, right = '', bottom] = /^([A-Z]*)(\d+):([A-Z]*)(\d+)$/.exec(cells) ?? []
  if (!sheet || top === undefined || bottom === undefined || (left === '') !== (right === ''))
    throw new Refused(`Unable to parse range: ${range}`)
  const columns =
    left === '' ? ([0, sheet.columnCount] as const) : ([columnIndex(left), columnIndex(right) + 1] as const)
  if (Number(top) > sheet.rowCount || columns[1] > sheet.columnCount) {
    throw new Refused(
      `Range (${range}) exceeds grid limits. Max rows: ${sheet.rowCount}, max columns: ${sheet.columnCount}`,
    )
  }
  return { sheet, rows: [Number(top) - 1, Number(bottom)], columns }
}

const columnIndex = (letters: string): number =>
  [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** A spreadsheet as `spreadsheets.get` gives it; with ranges, only their sheets. Empty ends are left out. */
function read(book: Book, ranges: readonly string[]): object {
  const blocks = ranges.map((range) => parseRange(book, range))
  const sheets = blocks.length > 0 ? [...new Set(blocks.map(({ sheet }) => sheet))] : book.sheets
  return {
    properties: { title: 'Numbers', timeZone: 'Europe/Berlin' },
    sheets: sheets.map((sheet) => ({
      properties: {
        sheetId: sheet.sheetId,
        title: sheet.title,
        sheetType: sheet.sheetType,
        ...(sheet.hidden && { hidden: true }),
        ...(sheet.sheetType === 'GRID' && {
          gridProperties: {
            rowCount: sheet.rowCount,
            columnCount: sheet.columnCount,
            ...(sheet.frozenRowCount > 0 && { frozenRowCount: sheet.frozenRowCount }),
          },
        }),
      },
      ...(sheet.metadata.length > 0 && { developerMetadata: sheet.metadata }),
      data: blocks.filter((block) => block.sheet === sheet).map(gridData),
    })),
  }
}

function gridData({ sheet, rows: [first, end], columns: [left, right] }: Block): object {
  const rowData: object[] = []
  for (let row = first; row < Math.min(end, sheet.rowCount); row++) {
    const line = [...(sheet.cells.get(row)?.keys() ?? [])]
    const last = Math.min(Math.max(-1, ...line), right - 1)
    const values = Array.from({ length: Math.max(last - left + 1, 0) }, (_, at) =>
      cellData(cellAt(sheet, row, left + at) ?? {}),
    )
    rowData.push(values.length > 0 ? { values } : {})
  }
  while (rowData.length > 0 && Object.keys(rowData.at(-1) ?? {}).length === 0) rowData.pop()
  return rowData.length > 0 ? { startRow: first, rowData } : { startRow: first }
}

/** `RAW`: what is text stays text, whatever it begins with; null leaves a cell as it is. */
function writeValues(book: Book, range: string, values: readonly (readonly unknown[])[]): object {
  const { sheet, rows, columns } = parseRange(book, range)
  if (rows[1] > sheet.rowCount)
    throw new Refused(
      `Range (${range}) exceeds grid limits. Max rows: ${sheet.rowCount}, max columns: ${sheet.columnCount}`,
    )
  if (values.length > rows[1] - rows[0])
    throw new Refused(`Requested writing within range [${range}], but tried writing to row [${rows[1] + 1}]`)
  let updatedRows = 0
  values.forEach((row, at) => {
    if (row.length > columns[1] - columns[0])
      throw new Refused(`Requested writing within range [${range}], but tried writing to column`)
    row.forEach((value, column) => {
      if (value === null) return
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
        throw new Refused(`Invalid values[${at}][${column}]`)
      setContent(sheet, rows[0] + at, columns[0] + column, value)
    })
    if (row.some((value) => value !== null)) updatedRows++
  })
  return { updatedRange: range, updatedRows }
}
