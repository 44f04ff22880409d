import { z } from 'zod/mini'

import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { Clock } from '../../vendor-api/clock.ts'
import { jsonAs } from '../../vendor-api/vendor-call.ts'
import { makeVendorClient, type VendorClient } from '../../vendor-api/vendor-client.ts'
import type { GoogleAccess } from './google-access.ts'
import { explainSheets } from './google-problem.ts'
import type { SpreadsheetSettings } from './spreadsheet-settings.ts'

/** Google stops a request after three minutes (developers.google.com/sheets/api/limits). */
const TIMEOUT_MS = 190_000

/** A shorter wait is not told. */
const SHORT_WAIT_MS = 2_000

const MINUTE_MS = 60_000

/** Long enough in total to outlast Google's minute, which is the duration of a refusal for the quota. */
const PATIENT = { retries: 9, base: 1_000, longest: 64_000 }

const grid = z.object({
  rowCount: z._default(z.number(), 0),
  columnCount: z._default(z.number(), 0),
  frozenRowCount: z._default(z.number(), 0),
})

const tab = z.object({
  properties: z.object({
    sheetId: z.number(),
    title: z.string(),
    sheetType: z._default(z.string(), 'GRID'),
    gridProperties: z._default(grid, { rowCount: 0, columnCount: 0, frozenRowCount: 0 }),
  }),
  developerMetadata: z.optional(
    z.array(z.object({ metadataId: z.number(), metadataKey: z.string(), metadataValue: z._default(z.string(), '') })),
  ),
})

const spreadsheet = z.object({
  properties: z.object({ title: z.string() }),
  sheets: z._default(z.array(tab), []),
})

export type Spreadsheet = z.infer<typeof spreadsheet>
export type Tab = Spreadsheet['sheets'][number]

const cell = z.object({
  effectiveValue: z.optional(
    z.object({
      numberValue: z.optional(z.number()),
      stringValue: z.optional(z.string()),
      boolValue: z.optional(z.boolean()),
      errorValue: z.optional(z.object({ type: z.optional(z.string()) })),
    }),
  ),
  effectiveFormat: z.optional(z.object({ numberFormat: z.optional(z.object({ type: z.optional(z.string()) })) })),
  formattedValue: z.optional(z.string()),
})

/** The raw value of one cell, not its displayed form. */
export type Cell = z.infer<typeof cell>

const cells = z.object({
  sheets: z.array(
    z.object({
      properties: z.object({ title: z.string() }),
      data: z._default(
        z.array(z.object({ rowData: z._default(z.array(z.object({ values: z._default(z.array(cell), []) })), []) })),
        [],
      ),
    }),
  ),
})

const CELL_FIELDS = 'effectiveValue,effectiveFormat.numberFormat.type,formattedValue'

/** The new value of a cell; `null` leaves it unchanged. */
export type CellInput = string | number | boolean | null

export interface SheetsClient {
  readonly spreadsheetId: string
  spreadsheet(): Promise<Spreadsheet>
  /** The rows of a range for each of the tabs, by title; empty cells at the end of a row and empty rows at the end of the range are absent. */
  cells(ranges: readonly string[]): Promise<ReadonlyMap<string, readonly (readonly Cell[])[]>>
  /** Sets a block of cells, text as text. @returns the number of rows in which a cell was set */
  setValues(range: string, rows: readonly (readonly CellInput[])[]): Promise<number>
  /** All or nothing. @param isRepeatable whether executing it twice has the same effect as once */
  update(requests: readonly object[], isRepeatable: boolean): Promise<void>
}

export interface SheetsClientOptions {
  readonly settings: SpreadsheetSettings
  readonly access: GoogleAccess
  readonly signal: AbortSignal
  readonly clock: Clock
  /** With short retries, because a person waits. */
  readonly isHasty?: boolean
  /** Writes a line into the log of the run. */
  readonly log?: ((message: Sentence) => void) | undefined
}

/** The part of the Google Sheets API v4 that we need (developers.google.com/sheets/api/reference/rest). */
export const makeSheetsClient = (options: SheetsClientOptions): SheetsClient => new HttpSheetsClient(options)

class HttpSheetsClient implements SheetsClient {
  readonly spreadsheetId: string
  readonly #client: VendorClient
  #loggedUntil = 0
  readonly #base: string

  constructor({ settings, access, signal, clock, isHasty, log }: SheetsClientOptions) {
    this.spreadsheetId = settings.spreadsheetId
    this.#base = `/v4/spreadsheets/${settings.spreadsheetId}`
    this.#client = makeVendorClient({
      vendor: 'Google Sheets',
      address: settings.sheetsAddress,
      signal,
      clock,
      explain: explainSheets,
      retries: isHasty ? { retries: 1, base: 500, longest: 500 } : PATIENT,
      authorize: async ({ method }) => {
        await (method === 'GET' ? access.reads : access.writes).take(signal, (wait) =>
          this.#logWait(clock.now(), wait, log),
        )
        return { authorization: `Bearer ${await access.token(signal)}` }
      },
      renew: access.forget,
    })
  }

  /** Once a minute, so that somebody who watches the log knows why nothing happens. */
  #logWait(now: number, wait: number, log: SheetsClientOptions['log']): void {
    if (!log || wait < SHORT_WAIT_MS || now < this.#loggedUntil) return
    this.#loggedUntil = now + MINUTE_MS
    log(sentence`Waiting for ${Math.ceil(wait / 1_000)} s: Google allows an account 60 calls a minute.`)
  }

  spreadsheet(): Promise<Spreadsheet> {
    return this.#client.call({
      method: 'GET',
      path: this.#base,
      query: [['fields', SPREADSHEET_FIELDS]],
      timeout: TIMEOUT_MS,
      read: jsonAs(spreadsheet),
    })
  }

  async cells(ranges: readonly string[]): Promise<ReadonlyMap<string, readonly (readonly Cell[])[]>> {
    const { sheets } = await this.#client.call({
      method: 'GET',
      path: this.#base,
      query: [
        ...ranges.map((range) => ['ranges', range] as const),
        ['fields', `sheets(properties.title,data.rowData.values(${CELL_FIELDS}))`],
      ],
      timeout: TIMEOUT_MS,
      read: jsonAs(cells),
    })
    return new Map(
      sheets.map(({ properties, data }) => [
        properties.title,
        data.flatMap(({ rowData }) => rowData.map(({ values }) => values)),
      ]),
    )
  }

  async setValues(range: string, rows: readonly (readonly CellInput[])[]): Promise<number> {
    const { updatedRows } = await this.#client.call({
      method: 'PUT',
      path: `${this.#base}/values/${encodeURIComponent(range)}`,
      query: [['valueInputOption', 'RAW']],
      body: { range, majorDimension: 'ROWS', values: rows },
      isRepeatable: true,
      timeout: TIMEOUT_MS,
      read: jsonAs(z.object({ updatedRows: z._default(z.number(), 0) })),
    })
    return updatedRows
  }

  async update(requests: readonly object[], isRepeatable: boolean): Promise<void> {
    await this.#client.call({
      method: 'POST',
      path: `${this.#base}:batchUpdate`,
      // The replies would repeat the request.
      query: [['fields', 'spreadsheetId']],
      body: { requests },
      isRepeatable,
      timeout: TIMEOUT_MS,
      read: () => undefined,
    })
  }
}

const SPREADSHEET_FIELDS =
  'properties.title,sheets(properties(sheetId,title,sheetType,gridProperties(rowCount,columnCount,frozenRowCount)),developerMetadata(metadataId,metadataKey,metadataValue))'
