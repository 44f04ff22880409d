import { expect, test } from '@playwright/test'

import { run } from '../test/support/run-sql.ts'
import { Person } from './support/person.ts'
import { makeTwoDatabases } from './support/two-databases.ts'

test('a failed run is mended where it failed: a column is widened, a new column is taken, and the flow runs again at once', async ({
  page,
}) => {
  // A long way: four runs.
  test.slow()
  const person = new Person(page)
  const call = await person.settlesIn()
  const { shop, warehouse } = await makeTwoDatabases(call)
  await run(
    shop.url,
    `create table notes (id int primary key, note text); insert into notes values (1, 'longer than five')`,
  )
  await run(warehouse.url, 'create table notes (id int primary key, note varchar(5))')
  const streams = [{ entity: 'public.notes', mode: 'replace', drift: 'stop' }]
  const ends = { source_connection: { id: shop.id }, destination_connection: { id: warehouse.id } }
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
  await expect(dialog.getByText('from stop to follow')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save as a new version' }).click()
  await expect(dialog.getByText('Saved as version 2')).toBeVisible()
  await dialog.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Succeeded', { timeout: 30_000 })
  expect(await run(warehouse.url, 'select note, tax from notes')).toEqual([{ note: 'longer than five', tax: 7 }])
})
