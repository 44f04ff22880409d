import { expect, type Page, test } from '@playwright/test'

import { run } from '../test/support/run-sql.ts'
import { countsClicks } from './support/counts-clicks.ts'
import { Person } from './support/person.ts'
import { makeTwoDatabases } from './support/two-databases.ts'

const tellsClicks = async (clicks: () => Promise<number>): Promise<number> => {
  const counted = await clicks()
  test.info().annotations.push({ type: 'clicks', description: String(counted) })
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

  await page.getByRole('link', { name: 'Sources', exact: true }).first().click()
  await page.getByRole('button', { name: 'Add source' }).click()
  await page.getByRole('button', { name: /^PostgreSQL/ }).click()
  await page.getByLabel('Name', { exact: true }).fill('Production')
  await pastes(page, 'Host', address.href)
  await page.getByRole('button', { name: 'Test and save' }).click()
  await expect(page.getByRole('row', { name: /Production/ })).toBeVisible({ timeout: 30_000 })

  expect(await tellsClicks(clicks)).toBeLessThanOrEqual(4)
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

  expect(await tellsClicks(clicks)).toBeLessThanOrEqual(9)
})
