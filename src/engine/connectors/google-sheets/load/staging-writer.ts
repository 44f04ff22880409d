import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { CellInput, SheetsClient, Tab } from '../access/sheets-client.ts'
import { blockRange } from '../cells/a1.ts'
import { MAX_CELLS, type TabPlan } from '../tabs/tab-plan.ts'
import type { Staging } from './staging-tab.ts'

/** Google recommends at most two megabytes for one request. */
export const CHUNK_BYTES = 1_900_000

/** Writes rows into the staging tab, from its first row on, and keeps the spreadsheet within its limit of cells. */
export class StagingWriter {
  readonly #client: SheetsClient
  readonly #staging: Staging
  readonly #plan: TabPlan
  #capacity = 1
  #written = 0

  constructor(client: SheetsClient, staging: Staging, plan: TabPlan) {
    this.#client = client
    this.#staging = staging
    this.#plan = plan
  }

  /** The lines that were written. */
  get lines(): number {
    return this.#written
  }

  /** @throws ConnectorError, `SPREADSHEET_FULL` before more is written than the spreadsheet can store */
  async write(rows: readonly (readonly CellInput[])[]): Promise<void> {
    const first = this.#written + 1
    const last = this.#written + rows.length
    await this.#grow(last)
    const { title } = this.#staging
    const set = await this.#client.setValues(blockRange(title, first, last, this.#plan.width), rows)
    // Google does not count a row in which no cell is set.
    const expected = rows.filter((row) => row.some((cell) => cell !== null && cell !== '')).length
    if (set < expected) throw lost(expected, set)
    this.#written = last
  }

  /** Adds rows, each time twice as many, because every call counts. */
  async #grow(needed: number): Promise<void> {
    if (needed <= this.#capacity) return
    const { width } = this.#plan
    const { sheets } = await this.#client.spreadsheet()
    const free = roomFor(sheets, this.#staging.sheetId, this.#plan, needed)
    const rowCount = Math.min(Math.max(needed, this.#capacity * 2), Math.max(Math.floor(free / width), needed))
    const properties = { sheetId: this.#staging.sheetId, gridProperties: { rowCount } }
    await this.#client.update([{ updateSheetProperties: { properties, fields: 'gridProperties.rowCount' } }], true)
    this.#capacity = rowCount
  }
}

/**
 * Maximum number of cells of the staging tab, so that the spreadsheet stays within its limit when the rows are put in place. At that point it has the most
 * cells: the target has grown and the staging tab still exists. @throws ConnectorError `SPREADSHEET_FULL`
 */
export function roomFor(tabs: readonly Tab[], stagingId: number, plan: TabPlan, rows: number): number {
  const cells = ({ properties: { gridProperties } }: Tab) => gridProperties.rowCount * gridProperties.columnCount
  const others = tabs
    .filter(({ properties: { sheetId } }) => sheetId !== stagingId)
    .reduce((sum, tab) => sum + cells(tab), 0)
  const target = tabs.find(({ properties: { sheetId } }) => sheetId === plan.sheetId)
  const growth = target ? Math.max(grownTarget(target, plan, rows) - cells(target), 0) : 0
  const free = MAX_CELLS - others - growth
  if (rows * plan.width <= free) return free
  throw new ConnectorError({
    code: 'SPREADSHEET_FULL',
    message: sentence`Row ${rows} of ${plan.width} columns does not fit: a spreadsheet holds ${MAX_CELLS} cells, its tabs have ${others}, and while rows are written they need this space twice.`,
    hint: sentence`Delete tabs, rows or columns that are not needed, move fewer columns, or use another spreadsheet.`,
    field: 'spreadsheet_id',
  })
}

function grownTarget({ properties: { gridProperties } }: Tab, { strategy, width }: TabPlan, rows: number): number {
  const { rowCount, columnCount } = gridProperties
  return Math.max(columnCount, width) * (strategy === 'append' ? rowCount + rows : Math.max(rowCount, rows))
}

const lost = (expected: number, set: number) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`Google Sheets took ${set} rows of ${expected}.`,
    hint: sentence`Nothing was changed. Run again; if it happens again, report it.`,
    retryable: true,
  })
