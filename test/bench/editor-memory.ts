import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'

import { cleanUp, launch, ROOT, temporaryFolder } from '../start/launch.ts'
import { chromiumLaunchOptions } from '../support/chromium/chromium-launch-options.ts'

/** What a page holds after a collection of garbage, detached nodes and their listeners among it. */
interface Held {
  readonly heapMegabytes: number
  readonly nodes: number
  readonly listeners: number
}

const INTERPRETED = '--js-flags=--no-opt --no-maglev --no-sparkplug'
const STEPS = 200
/** Until undo holds as much as it ever does: a hundred changes, of which a round makes five. */
const WARM_UP_ROUNDS = 22

/** Whether the editor of a flow with 200 steps holds more after minutes of work than before; needs a build in `dist`. */
export async function benchEditorMemory({ seconds }: { readonly seconds: number }): Promise<void> {
  const server = launch(await temporaryFolder(), { args: [join(ROOT, 'src/server/millrace.ts')] })
  const options = chromiumLaunchOptions()
  // Machine code that V8 makes, bit by bit, of what runs often lies in the same heap, and is not the page's.
  const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), INTERPRETED] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await openEditor(page, await server.url)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')
    await work(page, (rounds) => rounds < WARM_UP_ROUNDS)
    const rows: (Held & { readonly seconds: number; readonly rounds: number })[] = [
      { seconds: 0, rounds: 0, ...(await held(devtools)) },
    ]
    const parts = 5
    for (let part = 1, rounds = 0; part <= parts; part++) {
      const end = Date.now() + (seconds / parts) * 1_000
      rounds += await work(page, () => Date.now() < end)
      rows.push({ seconds: Math.round((seconds / parts) * part), rounds, ...(await held(devtools)) })
    }
    console.table(rows)
    console.log(`To reach: no growth over ${seconds} s of panning, zooming, adding, setting, undoing and saving.`)
    console.log(JSON.stringify({ steps: STEPS, first: rows[0], last: rows.at(-1) }))
  } finally {
    await browser.close()
    await cleanUp()
  }
}

async function openEditor(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/register`)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Organization name').fill('Acme')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByRole('navigation').first().waitFor()
  await page.goto(`${origin}/flows`)
  await page.getByRole('button', { name: 'Use sample data' }).click()
  const row = page.getByRole('link', { name: /Shop to/ })
  await row.or(page.getByLabel('Name of the flow')).first().waitFor({ timeout: 120_000 })
  if (!page.url().includes('floweditor')) await row.first().click()
  await page.getByLabel('Name of the flow').waitFor()
  await pasteSteps(page)
  await page.getByText('Saved', { exact: true }).waitFor()
}

/** Through the clipboard, as a person brings them from another flow. */
const pasteSteps = (page: Page) =>
  page.evaluate((count) => {
    const steps = Array.from({ length: count }, (_, index) => ({ type: 'limit', settings: { rows: index + 1 } }))
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', JSON.stringify({ kind: 'millrace/steps', steps }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }))
  }, STEPS)

/** Rounds of what a person does in an hour; each ends as it began. @returns how many there were */
async function work(page: Page, goesOn: (rounds: number) => boolean): Promise<number> {
  const canvas = page.getByRole('application', { name: 'Flow' })
  const box = await canvas.boundingBox()
  if (!box) throw new Error('There is no picture')
  const [x, y] = [box.x + 60, box.y + box.height / 2]
  let rounds = 0
  for (; goesOn(rounds); rounds++) {
    await page.mouse.move(x, y)
    for (const by of [-240, 240]) {
      await page.mouse.down()
      await page.mouse.move(x, y + by / 2, { steps: 8 })
      await page.mouse.up()
      await page.mouse.wheel(0, by)
    }
    await page.getByRole('tab', { name: 'Set up' }).focus()
    await page.keyboard.press('1')
    await page.getByRole('button', { name: 'Add step' }).click()
    const search = page.getByRole('dialog').getByRole('searchbox')
    await search.fill('limit')
    await search.press('Enter')
    await page.getByRole('textbox', { name: 'Number of rows' }).fill(String(rounds + 1))
    await page.getByRole('tab', { name: 'Outline' }).click()
    await page.getByRole('list', { name: 'Nodes of the flow, in order' }).waitFor()
    await page.getByRole('tab', { name: 'Set up' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Redo' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
  }
  return rounds
}

async function held(devtools: CDPSession): Promise<Held> {
  // What one collection finds to be garbage may hold more of it.
  for (let times = 0; times < 3; times++) await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return {
    heapMegabytes: Math.round(of('JSHeapUsedSize') / 1e4) / 100,
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
  }
}
