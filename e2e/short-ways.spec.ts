import { expect, type Page, test } from '@playwright/test'

import { run } from '../test/support/run-sql.ts'
import { countsClicks } from './support/counts-clicks.ts'
import { Person } from './support/person.ts'
import { makeTwoDatabases } from './support/two-databases.ts'

/** Beside the clicks the seconds since then, in which a script hardly looks at anything. */
const tellsClicks = async (clicks: () => Promise<number>, begun: number): Promise<number> => {
  const counted = await clicks()
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  test.info().annotations.push({ type: 'clicks', description: `${counted} in ${seconds} s` })
  return counted
}

/** As from a page of the provider of the database: one text with everything. */
async function pastes(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.focus()
  await field.evaluate((input, address) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', address)
    const isFree = input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    if (isFree) document.execCommand('insertText', false, address)
  }, text)
}

test('an own database that may only be read becomes a source with at most 4 clicks', async ({ page }) => {
  const person = new Person(page)
  const call = await person.settlesIn()
  const { shop } = await makeTwoDatabases(call)
  const reader = `reader_${Date.now()}`
  await run(
    shop.url,
    `create table orders (id int primary key); create role ${reader} login password 'sw0rdfish';
     grant select on orders to ${reader}; revoke create on schema public from public`,
  )
  const address = new URL(shop.url)
  Object.assign(address, { username: reader, password: 'sw0rdfish' })
  const clicks = await countsClicks(page)
  const begun = performance.now()

  await page.getByRole('link', { name: 'Sources', exact: true }).first().click()
  await page.getByRole('button', { name: 'Add source' }).click()
  await page.getByRole('button', { name: /^PostgreSQL/ }).click()
  await page.getByLabel('Name', { exact: true }).fill('Production')
  await pastes(page, 'Host', address.href)
  await page.getByRole('button', { name: 'Test and save' }).click()
  await expect(page.getByRole('row', { name: /Production/ })).toBeVisible({ timeout: 30_000 })

  expect(await tellsClicks(clicks, begun)).toBeLessThanOrEqual(4)
})

test('a flow of 4 of 60 tables is made and run with at most 9 clicks', async ({ page }) => {
  const person = new Person(page)
  const call = await person.settlesIn()
  const { shop } = await makeTwoDatabases(call)
  await run(
    shop.url,
    `do $$ begin for n in 1..60 loop
       execute format('create table t%s (id int primary key)', n);
       execute format('insert into t%s select generate_series(1, 50)', n);
     end loop; end $$`,
  )
  await person.navigates('/flows')
  const clicks = await countsClicks(page)
  const begun = performance.now()

  await page.getByRole('button', { name: 'New flow' }).first().click()
  await page.getByRole('button', { name: 'Create flow' }).click()
  await page.getByRole('button', { name: 'Choose tables' }).click()
  const sheet = page.getByRole('region', { name: 'Tables of the flow' })
  for (const table of ['t7', 't21', 't33', 't58']) {
    await sheet.getByRole('searchbox').fill(table)
    await sheet.getByRole('checkbox', { name: `public.${table}`, exact: true }).click()
  }
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('200 rows').first()).toBeVisible({ timeout: 30_000 })

  expect(await tellsClicks(clicks, begun)).toBeLessThanOrEqual(9)
})

test('a dry run takes 2 clicks, a schedule and a freshness limit 3 each', async ({ page }) => {
  const person = new Person(page)
  await person.settlesInWithFlow()
  const takes = async (most: number, work: () => Promise<void>, lists = 0) => {
    const clicks = await countsClicks(page)
    const begun = performance.now()
    await work()
    // A list is opened by a click, which a script does not make, and its entry chosen by typing.
    expect((await tellsClicks(clicks, begun)) + lists).toBeLessThanOrEqual(most)
  }

  const dialog = page.getByRole('dialog')
  const schedules = async () => {
    await page.getByRole('button', { name: /^Change.*Schedule/ }).click()
    await dialog.getByLabel('Runs').selectOption('Every day')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
  await takes(3, schedules, 1)
  await takes(3, async () => {
    await page.getByRole('button', { name: /^Change.*Freshness limit/ }).click()
    await dialog.getByLabel('Rows are no older than').fill('1')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  })
  await takes(2, async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Dry run' }).click()
    await expect(page.getByText('Would succeed').first()).toBeVisible({ timeout: 30_000 })
  })
})
