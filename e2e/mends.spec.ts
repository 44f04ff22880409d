import { expect, type Page, test } from '@playwright/test'

import { run } from '../test/support/run-sql.ts'
import { Person } from './support/person.ts'
import { makeTwoDatabases } from './support/two-databases.ts'

/** A person with two databases, between which flows are made. */
async function begins(page: Page) {
  const person = new Person(page)
  const call = await person.settlesIn()
  const { shop, warehouse } = await makeTwoDatabases(call)
  const ends = { source_connection: { id: shop.id }, destination_connection: { id: warehouse.id } }
  return { person, call, shop, warehouse, ends }
}

test('a failed run is mended where it failed: a column is widened, a new column is taken, and the flow runs again at once', {
  tag: '@full',
}, async ({ page }) => {
  // A long way: four runs.
  test.slow()
  const { person, call, shop, warehouse, ends } = await begins(page)
  await run(
    shop.url,
    `create table notes (id int primary key, note text); insert into notes values (1, 'longer than five')`,
  )
  await run(warehouse.url, 'create table notes (id int primary key, note varchar(5))')
  const streams = [{ entity: 'public.notes', mode: 'replace', drift: 'stop' }]
  const { id } = await call('POST', '/flows', { name: 'Notes', ...ends, config: { streams } })
  const { run_id: first } = await call('POST', `/flows/${id}/run`, {})

  await person.opens(`/runs/${first}`)
  await page.getByRole('button', { name: 'Widen “note” to text' }).click({ timeout: 30_000 })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('ALTER TABLE "public"."notes" ALTER COLUMN "note" TYPE text')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change the table' }).click()
  await expect(dialog.getByText('public.notes was changed.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Succeeded', { timeout: 30_000 })
  expect(await run(warehouse.url, 'select note from notes')).toEqual([{ note: 'longer than five' }])

  await run(shop.url, 'alter table notes add tax int default 7')
  await page.getByRole('button', { name: 'Run again' }).click()
  const take = page.getByRole('button', { name: 'Take the new columns: tax' })
  await expect(take).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('tax (integer) is new at the source')).toBeVisible()
  await take.click()
  await expect(dialog.getByRole('list', { name: 'Changes' })).toContainText(
    'Schema changes from The run stops to The destination follows the changes',
  )
  await dialog.getByRole('button', { name: 'Save as a new version' }).click()
  await expect(dialog.getByText('Saved as version 2')).toBeVisible()
  await dialog.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Succeeded', { timeout: 30_000 })
  expect(await run(warehouse.url, 'select note, tax from notes')).toEqual([{ note: 'longer than five', tax: 7 }])
})

test('after a rename at the source the page that is open says so, and the destination keeps its names, with one click', async ({
  page,
}) => {
  // A long way: five runs.
  test.slow()
  const { person, call, shop, warehouse, ends } = await begins(page)
  await run(shop.url, `create table people (id int primary key, name text); insert into people values (1, 'Ada')`)
  const streams = [{ entity: 'public.people', mode: 'upsert', key: ['id'] }]
  const transformations = [{ id: 'named', type: 'filter', settings: { where: `name <> ''` } }]
  const { id } = await call('POST', '/flows', { name: 'People', ...ends, config: { streams, transformations } })
  const { run_id: first } = await call('POST', `/flows/${id}/run`, {})
  await person.opens(`/runs/${first}`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toContainText('Succeeded', { timeout: 30_000 })

  await person.opens(`/floweditor/${id}`)
  await expect(page.getByText('public.people').first()).toBeVisible()
  await run(shop.url, `alter table people rename name to full_name; insert into people values (2, 'Grace')`)
  const { run_id: second } = await call('POST', `/flows/${id}/run`, {})
  await expect(page.getByRole('heading', { name: 'Repair' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('A first step renames the new column to “name”.')).toBeVisible()

  await person.opens(`/runs/${second}`)
  await page.getByText('What changed since the last good run').click()
  await expect(page.getByText('full_name (text) is new at the source')).toBeVisible()
  await page.getByRole('button', { name: 'Use “full_name” instead of “name”' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('A first step renames it to')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save as a new version' }).click()
  await dialog.getByRole('button', { name: 'Run again' }).click()
  await expect(title).toContainText('Succeeded', { timeout: 30_000 })
  const arrived = [
    { id: 1, name: 'Ada' },
    { id: 2, name: 'Grace' },
  ]
  expect(await run(warehouse.url, 'select * from people order by id')).toEqual(arrived)

  await run(shop.url, 'alter table people rename to persons')
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.getByRole('button', { name: 'Use “public.persons” instead of “public.people”' }).click({ timeout: 30_000 })
  await expect(dialog.getByText('Rows still arrive in “public.people”')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save as a new version' }).click()
  await dialog.getByRole('button', { name: 'Run again' }).click()
  await expect(title).toContainText('Succeeded', { timeout: 30_000 })
  expect(await run(warehouse.url, 'select * from people order by id')).toEqual(arrived)
})

test('a column that was renamed while the destination followed gets its name back with one click, although nothing failed', {
  tag: '@full',
}, async ({ page }) => {
  const { person, call, shop, warehouse, ends } = await begins(page)
  await run(shop.url, `create table fees (id int primary key, fee int); insert into fees values (1, 5)`)
  const streams = [{ entity: 'public.fees', mode: 'upsert', key: ['id'] }]
  const { id } = await call('POST', '/flows', { name: 'Fees', ...ends, config: { streams } })
  const { run_id: first } = await call('POST', `/flows/${id}/run`, {})
  await person.opens(`/runs/${first}`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toContainText('Succeeded', { timeout: 30_000 })

  await run(shop.url, 'alter table fees rename fee to charge; update fees set charge = 6')
  await page.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByText('A column was probably renamed at the source')).toBeVisible({ timeout: 30_000 })
  expect(await run(warehouse.url, 'select * from fees')).toEqual([{ id: 1, fee: 5, charge: 6 }])
  await page.getByRole('button', { name: 'Use “charge” instead of “fee”' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('charge → fee')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save as a new version' }).click()
  await dialog.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByText('A column was probably renamed at the source')).toBeHidden()
  await expect(title).toContainText('Succeeded', { timeout: 30_000 })
  expect(await run(warehouse.url, 'select id, fee from fees')).toEqual([{ id: 1, fee: 6 }])
})
