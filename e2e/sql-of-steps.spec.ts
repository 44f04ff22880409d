import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, type Locator, type Page, test } from '@playwright/test'
import axe from 'axe-core'

import { Person } from './support/person.ts'

/** A new filter of the orders of the small shop. */
async function addsFilter(page: Page): Promise<void> {
  const person = new Person(page)
  await person.settlesInWithFlow()
  await adds(page, 'filter')
}

async function adds(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add step', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a step' })
  await dialog.getByRole('searchbox').fill(name)
  await dialog.getByRole('searchbox').press('Enter')
  await expect(dialog).toBeHidden()
}

const chooses = (page: Page, label: string, option: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption(option)

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true })

/** The editor ignores a click while it looks up what to offer for the letter typed last: on a busy machine a person clicks again. */
async function takesOffered(page: Page, field: Locator, name: string, text: string): Promise<void> {
  const option = page.getByRole('option').filter({ hasText: name })
  await expect(async () => {
    if ((await field.textContent()) !== text) await option.click({ timeout: 3_000 })
    await expect(field).toHaveText(text, { timeout: 3_000 })
  }).toPass(PREVIEW)
}

/** Around the input and around the editor. */
const box = (page: Page) =>
  page.locator('[class*=box]').filter({ has: page.getByRole('textbox', { name: 'Keep rows where' }) })
const sizeOf = (element: Element) => {
  const { x, width, height } = element.getBoundingClientRect()
  return { x, width, height }
}
const wrong = (page: Page) => page.locator('.cm-wrong')
/** What is wrong comes with the preview: how soon a busy machine makes one is not the subject. */
const PREVIEW = { timeout: 40_000 }

/** What axe finds wrong with the panel, in both themes. */
async function faultsOfPanel(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const faults: string[] = []
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    // Colours that are on their way are none.
    await page.waitForTimeout(300)
    const found = await page.evaluate(() => window.axe.run({ include: ['aside[aria-label="Settings and runs"]'] }))
    faults.push(...found.violations.map(({ id, nodes }) => `${theme}: ${id}: ${nodes[0]?.html.slice(0, 160)}`))
  }
  return faults
}

/** Holds back the one script that has the words of the language in it. @returns what lets it through */
async function holdsEditor(page: Page): Promise<() => void> {
  const { promise: held, resolve } = Promise.withResolvers<void>()
  const folder = join(import.meta.dirname, '../dist/assets')
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const [script] = scripts.filter((name) =>
    readFileSync(join(folder, name), 'utf8').includes('jaro_winkler_similarity'),
  )
  await page.route(`**/assets/${script}`, async (route) => {
    await held
    await route.continue()
  })
  return resolve
}

test.describe('the SQL of steps', () => {
  test('is built of rules, shown and corrected as SQL at the place of the error, completed, and run', async ({
    page,
  }) => {
    // Waits for the source and for two previews: on a busy machine that may take as long as three journeys.
    test.slow()
    await addsFilter(page)
    const node = page.getByRole('group', { name: /^Step 1 of 1/ })
    await expect(node).toHaveAccessibleName('Step 1 of 1: Filter rows. Not finished yet')
    await expect(run(page)).toHaveAccessibleDescription('Finish step 1 first')

    await chooses(page, 'For', 'public.orders')
    await chooses(page, 'Column', 'total')
    await chooses(page, 'Comparison', 'is at least')
    await page.getByRole('textbox', { name: 'Value' }).fill('100')
    await expect(node).toHaveAccessibleName('Step 1 of 1: Filter rows')

    await page.getByRole('radio', { name: 'SQL' }).check()
    const sql = page.getByRole('textbox', { name: 'Keep rows where' })
    await expect(sql).toHaveText('total >= 100')
    await expect(sql).toHaveAttribute('contenteditable', 'true')

    await sql.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' AND lowr(status) = 1')
    await expect(wrong(page)).toHaveText('lowr', PREVIEW)
    await expect(sql).toHaveAttribute('aria-invalid', 'true')
    await expect(sql).toHaveAccessibleDescription(/lowr/)
    await expect(run(page)).toHaveAccessibleDescription(/^Step 1: .*lowr/)
    expect(await faultsOfPanel(page)).toEqual([])
    await sql.focus()
    await page.keyboard.press('Control+End')

    for (let taken = 0; taken < 'lowr(status) = 1'.length; taken++) await page.keyboard.press('Backspace')
    await page.keyboard.type('stat')
    await takesOffered(page, sql, 'status', 'total >= 100 AND status')
    await page.keyboard.type(" <> 'x'")
    await expect(wrong(page)).toHaveCount(0, PREVIEW)

    await page.getByRole('radio', { name: 'Builder' }).check()
    await expect(page.getByRole('group', { name: 'Rule 2' }).getByRole('textbox', { name: 'Value' })).toHaveValue('x')
    await page.getByRole('button', { name: 'Add group' }).click()
    expect(await faultsOfPanel(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove group 3' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await run(page).click()
    // Reads the source again before it starts.
    await expect(page.getByText('Flow run triggered successfully!')).toBeVisible(PREVIEW)
  })

  test('is a field like any other: label, Tab, its own undo, no keys of the picture', async ({ page }) => {
    await addsFilter(page)
    await page.getByRole('radio', { name: 'SQL' }).check()
    const sql = page.getByRole('textbox', { name: 'Keep rows where' })
    await expect(sql).toHaveAttribute('contenteditable', 'true')
    // The strip above the picture comes when the step is saved, and moves what is below it.
    await expect(page.getByText(/is not live/)).toBeVisible()
    await page.getByText('Keep rows where', { exact: true }).click()
    await expect(sql).toBeFocused()
    await expect(sql).toHaveAttribute('spellcheck', 'false')

    // Each of these letters does something to the picture when it has the keyboard.
    await page.keyboard.type('total > 10')
    await page.keyboard.press('Escape')
    await expect(sql).toHaveText('total > 10')
    await page.keyboard.press('Control+z')
    await expect(sql).not.toHaveText('total > 10')
    await expect(page.getByRole('group', { name: /^Step \d/ })).toHaveCount(1)
    await page.keyboard.press('Control+Shift+Z')
    await expect(sql).toHaveText('total > 10')

    await page.keyboard.press('Tab')
    await expect(sql).not.toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(sql).toBeFocused()
  })

  test('can be typed into before the editor is there, which goes on where the person was', async ({ page }) => {
    const letThrough = await holdsEditor(page)
    await addsFilter(page)
    await page.getByRole('radio', { name: 'SQL' }).check()
    const sql = page.getByRole('textbox', { name: 'Keep rows where' })
    await sql.pressSequentially('total > 5')
    await page.keyboard.press('Home')
    const before = await box(page).evaluate(sizeOf)
    expect(await sql.evaluate(({ tagName }) => tagName)).toBe('TEXTAREA')

    letThrough()
    await expect(sql).toHaveAttribute('contenteditable', 'true')
    await expect(sql).toBeFocused()
    await page.keyboard.type('1 < 2 AND ')
    await expect(sql).toHaveText('1 < 2 AND total > 5')
    expect(await box(page).evaluate(sizeOf)).toEqual(before)
  })

  test('loses no letter of what is typed while the editor arrives', async ({ page }) => {
    const TEXT = 'total > 5 AND total < 500 OR total = 1000 OR total = 2000'
    const letThrough = await holdsEditor(page)
    await addsFilter(page)
    await page.getByRole('radio', { name: 'SQL' }).check()
    const sql = page.getByRole('textbox', { name: 'Keep rows where' })
    // A slow machine: keys arrive between the moment when the editor is there and the moment when it is drawn.
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    setTimeout(letThrough, 150)
    await sql.pressSequentially(TEXT, { delay: 8 })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await expect(sql).toHaveAttribute('contenteditable', 'true')
    await expect(sql).toHaveText(TEXT)
  })

  test('of a query and of a computed column completes tables, columns and functions', async ({ page }) => {
    await addsFilter(page)
    await adds(page, 'sql')
    await chooses(page, 'For', 'public.orders')
    const query = page.getByRole('textbox', { name: 'Query' })
    await expect(query).toHaveAttribute('contenteditable', 'true')
    await query.click()
    await page.keyboard.type('select cou')
    await takesOffered(page, query, 'count(value)', 'select count()')
    await page.keyboard.type('*')
    await page.keyboard.press('End')
    await page.keyboard.type(' from inp')
    await takesOffered(page, query, 'input', 'select count(*) from input')

    await adds(page, 'compute')
    const line = page.getByRole('textbox', { name: 'Expression' })
    await expect(line).toHaveAttribute('contenteditable', 'true')
    await line.click()
    await page.keyboard.type('upp')
    await takesOffered(page, line, 'upper(text)', 'upper()')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(line.locator('.cm-line')).toHaveCount(1)
  })
})
