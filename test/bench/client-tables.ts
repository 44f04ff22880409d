import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

import { measureReady } from './client-loading.ts'
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
    const listed = await measureReady(page, `${origin}/floweditor/flow-0`, '[aria-label="Settings of public.orders"]')
    const search = page.getByRole('searchbox', { name: 'Search tables and columns' })
    await search.fill('public.table_199')
    const searched = await until(page, () => search.press('8'))
    await search.fill('orders')
    await page.getByRole('button', { name: 'Show rows of public.orders' }).click({ trial: true })
    const shown = await until(page, async () => {
      await page.getByRole('button', { name: 'Show rows of public.orders' }).click()
      await page.getByRole('columnheader', { name: /column_0/ }).waitFor()
    })
    return { listed, searched, shown }
  } finally {
    await context.close()
  }
}

async function until(page: Page, act: () => Promise<unknown>): Promise<number> {
  const began = Date.now()
  await act()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return Date.now() - began
}
