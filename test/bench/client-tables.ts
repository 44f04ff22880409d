import type { Browser, BrowserContextOptions } from '@playwright/test'

import { measureAnswer, measureReady } from './client-loading.ts'
import { wireFlowOf } from './client-rows.ts'
import { answerWith } from './client-session.ts'

const TABLES = 2_000
const COLUMNS = 500

const columnsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `column_${index}`, type: 'text', nullable: true }))

const ENTITIES = [
  { name: 'public.orders', kind: 'table', columns: columnsOf(COLUMNS) },
  ...Array.from({ length: TABLES - 1 }, (_, index) => ({
    name: `public.table_${index}`,
    kind: 'table',
    columns: columnsOf(20),
  })),
]

const ROWS = {
  columns: columnsOf(COLUMNS).map(({ name, type }) => ({ name, type })),
  rows: Array.from({ length: 100 }, (_, row) => Array.from({ length: COLUMNS }, (__, column) => `${row} ${column}`)),
  has_more: true,
}

const LIST = '[aria-label="Tables of the source"]'

export interface TableFigures {
  /** Milliseconds until the tables of the source are listed. */
  readonly listed: number
  /** Until the list follows a letter of the search. */
  readonly searched: number
  /** Until the rows of the wide table are painted. */
  readonly shown: number
}

/** The editor of a flow whose source has very many tables, one of them very wide. */
export async function measureTables(
  browser: Browser,
  origin: string,
  person: BrowserContextOptions,
): Promise<TableFigures> {
  const context = await browser.newContext(person)
  try {
    const page = await context.newPage()
    await answerWith(page, '/flows/flow-0', wireFlowOf(2))
    await answerWith(page, '/connections/shop/discover', { entities: ENTITIES }, 'POST')
    await answerWith(page, '/connections/shop/rows', ROWS, 'POST')
    const listed = await measureReady(page, `${origin}/floweditor/flow-0?dialog=tables`, `${LIST} > li`)
    const search = page.getByRole('searchbox', { name: 'Search tables and columns' })
    await search.fill('public.table_199')
    const searched = await measureAnswer(page, `${LIST} > li:only-child`, () => search.press('8'))
    // The panel beside the picture, which lists the chosen tables.
    await page.goto(`${origin}/floweditor/flow-0`)
    const eye = page.getByRole('button', { name: 'Show rows of public.orders' })
    const shown = await measureAnswer(page, '[aria-label="Rows of public.orders"] tbody td', () => eye.click())
    return { listed, searched, shown }
  } finally {
    await context.close()
  }
}
