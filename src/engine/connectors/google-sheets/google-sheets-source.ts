import { defined } from '../../../core/catalog/defined.ts'
import { counted, estimated, sumOf, UNKNOWN } from '../../../core/catalog/estimates/figure.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { oneAfterAnother } from '../../../core/catalog/sentence-lists.ts'
import { RowEncoder } from '../../formats/common-text/row-encoder.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { PlannedRead, SourceEstimate } from '../../ports/estimate.ts'
import type { ReadRequest, RowSink, Source, SourceEntity } from '../../ports/source.ts'
import { COMMON_TEXT } from '../../ports/value-type.ts'
import { GOOGLE_CALLS_A_MINUTE } from './access/google-access.ts'
import type { Cell, SheetsClient, Spreadsheet, Tab } from './access/sheets-client.ts'
import { columnLetters } from './cells/a1.ts'
import { fieldOf, fits, kindOf, VALUE_TYPES } from './cells/cell-kind.ts'
import { ReadLines } from './tabs/read-lines.ts'
import { dataTabs, entityName, tabNamed } from './tabs/tab-name.ts'
import { isOnePage, pagesOf, tabPages } from './tabs/tab-pages.ts'
import { headerOf } from './tabs/tab-plan.ts'
import { hasData, headerText, type SheetColumn, TabScan } from './tabs/tab-scan.ts'

/** Number of one-page tabs that are cached between the detection of their types and the read. */
const KEPT_TABS = 4

interface ScannedTab {
  readonly tab: Tab
  readonly columns: readonly SheetColumn[]
  readonly rows: number
  /** The whole tab from the detection of its types, so that a small tab is read as of one moment. */
  readonly page: readonly (readonly Cell[])[] | undefined
  readonly lines: ReadLines
}

type Page = readonly (readonly Cell[])[]

/**
 * The tabs of a spreadsheet. A spreadsheet has no snapshot and its columns have no types: a tab is read once to detect the kinds of its
 * columns, and a second time, unless it is small, to move its rows; if a value no longer fits then, the tab has changed and the stream fails.
 */
export class GoogleSheetsSource implements Source {
  readonly system = 'google_sheets'
  readonly namespace = 'sheets'
  readonly identity: string
  readonly #client: SheetsClient
  readonly #tabs: readonly Tab[]
  readonly #scanned = new Map<string, ScannedTab>()

  constructor(client: SheetsClient, spreadsheet: Spreadsheet) {
    this.#client = client
    this.#tabs = dataTabs(spreadsheet.sheets)
    this.identity = `google_sheets ${client.spreadsheetId}`
  }

  async entities(only?: readonly string[]): Promise<readonly SourceEntity[]> {
    const names = only ?? this.#tabs.map(({ properties }) => entityName(properties.title))
    const entities: SourceEntity[] = []
    for (const name of names) {
      const tab = tabNamed(this.#tabs, name)
      if (tab) entities.push(await this.#entity(name, tab))
    }
    // A tab without any cell is left out, unless somebody selects it.
    return only ? entities : entities.filter(({ columns }) => columns.length > 0)
  }

  formats(): readonly string[] {
    return [COMMON_TEXT]
  }

  async read({ entity, columns: names }: ReadRequest, sink: RowSink, signal: AbortSignal): Promise<number> {
    const scanned = this.#scanned.get(entity.name)
    if (!scanned) throw new Error(`"${entity.name}" was not described by this source`)
    const columns = names.map((name) => {
      const found = scanned.columns.find((column) => column.name === name)
      if (!found) throw new Error(`"${entity.name}" has no column "${name}"`)
      return found
    })
    const encoder = new RowEncoder()
    const { tab, lines } = scanned
    // What one call reads is of one moment.
    const mayMove = !isOnePage(tab)
    let rows = 0
    let line = 0
    for await (const page of this.#pages(scanned)) {
      for (const row of page) {
        line++
        if (line === 1) refuseHeader(row.map(headerText), scanned, entity.name)
        if (line === 1 || !hasData(row)) continue
        if (mayMove && lines.isMoved(line, row)) throw changed(entity.name, `A${line}`)
        rows++
        if (encoder.add(columns.map((column) => readCell(row, column, entity.name, line))))
          await flush(encoder, sink, signal)
      }
      await flush(encoder, sink, signal)
    }
    // Whoever inserts a column moves the values of the pages that come later.
    if (mayMove) refuseHeader(await headerOf(this.#client, tab), scanned, entity.name)
    if (rows !== scanned.rows) throw changed(entity.name)
    return rows
  }

  /** The tabs have just been read to detect their types, so that their rows are known. */
  async estimate(reads: readonly PlannedRead[]): Promise<SourceEstimate> {
    const amounts = reads.map(({ entity }) => {
      const scanned = this.#scanned.get(entity.name)
      return { rows: scanned ? counted(scanned.rows) : UNKNOWN, bytes: UNKNOWN }
    })
    const tabs = reads.flatMap(({ entity }) => this.#scanned.get(entity.name)?.tab ?? [])
    // Once for the types, and once more for the rows of a large tab and then its header; and the list of tabs.
    const pages = tabs.reduce((sum, tab) => sum + (isOnePage(tab) ? 1 : pagesOf(tab) * 2 + 1), 1)
    const calls = tabs.every(isOnePage) ? counted(pages) : estimated(pages, 'most')
    return {
      reads: amounts,
      figures: { rows: sumOf(amounts.map(({ rows }) => rows)), calls },
      quotas: [{ name: 'sheets_reads_a_minute', most: GOOGLE_CALLS_A_MINUTE, needed: calls, left: UNKNOWN }],
      notes: [],
    }
  }

  async close(): Promise<void> {}

  async #entity(name: string, tab: Tab): Promise<SourceEntity> {
    const scan = new TabScan()
    const isKept = isOnePage(tab) && [...this.#scanned.values()].filter(({ page }) => page).length < KEPT_TABS
    const lines = new ReadLines()
    let kept: Page | undefined
    for await (const page of tabPages(this.#client, tab)) {
      scan.add(page)
      lines.add(page)
      if (isKept) kept = page
    }
    const columns = scan.columns()
    this.#scanned.set(name, { tab, columns, rows: scan.rows, page: kept, lines })
    const warning = oneAfterAnother(scan.warnings())
    return { ...describeTab(name, columns), estimatedRows: scan.rows, ...defined({ warning }) }
  }

  async *#pages({ tab, page }: ScannedTab): AsyncGenerator<Page> {
    if (page) yield page
    else yield* tabPages(this.#client, tab)
  }
}

export const describeTab = (name: string, columns: readonly SheetColumn[]): SourceEntity => ({
  name,
  kind: 'sheet',
  columns: columns.map((column) => ({
    name: column.name,
    type: column.kind,
    nullable: true,
    value: VALUE_TYPES[column.kind],
  })),
})

function readCell(row: readonly Cell[], { index, kind }: SheetColumn, entity: string, line: number): string | null {
  const cell = row[index]
  if (!cell) return null
  const held = kindOf(cell)
  if (held !== undefined && !fits(held, kind)) throw changed(entity, `${columnLetters(index)}${line}`)
  return fieldOf(cell, kind)
}

function refuseHeader(header: readonly string[], { lines }: ScannedTab, entity: string): void {
  const column = lines.changedHeader(header)
  if (column >= 0) throw changed(entity, `${columnLetters(column)}1`)
}

async function flush(encoder: RowEncoder, sink: RowSink, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { frames, rows } = encoder.take()
  if (rows === 0 || sink.write(frames, rows)) return
  await sink.drained()
  signal.throwIfAborted()
}

const changed = (entity: string, where?: string) =>
  new ConnectorError({
    code: 'SOURCE_CHANGED',
    message:
      where === undefined
        ? sentence`${entity} was changed while it was read.`
        : sentence`${entity} was changed while it was read, in ${where}.`,
    hint: sentence`Nothing was changed at the target. Run again while nobody edits the tab.`,
    retryable: true,
  })
