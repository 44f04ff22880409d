import { expect, test } from '@playwright/test'

import { run } from '../test/support/run-sql.ts'
import type { Call } from './support/make-account.ts'
import { Person } from './support/person.ts'
import { makeTwoDatabases } from './support/two-databases.ts'

const ORDERS = 60

/** Two databases of its own, the first with orders, and a flow between them that updates rows by their key. */
async function givenOrders(call: Call) {
  const { shop, warehouse } = await makeTwoDatabases(call)
  await run(
    shop.url,
    `create table orders (id int primary key, changed int, note text);
     insert into orders select n, n * 100000, 'note ' || n from generate_series(1, ${ORDERS}) n`,
  )
  const streams = [{ entity: 'public.orders', mode: 'upsert', cursor: 'changed' }]
  const ends = { source_connection: { id: shop.id }, destination_connection: { id: warehouse.id } }
  const { id } = await call('POST', '/flows', { name: 'Orders', ...ends, config: { streams } })
  return { flow: id, shop: shop.url, warehouse: warehouse.url }
}

test('rows that are gone at the source are removed after a person accepts it, and a range is read again', {
  tag: '@full',
}, async ({ page }) => {
  // A long way: four runs.
  test.slow()
  const person = new Person(page)
  const call = await person.settlesIn()
  const { flow, shop, warehouse } = await givenOrders(call)
  const runs = async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click()
  }
  const count = async () => (await run(warehouse, 'select count(*)::int as rows from orders'))[0]

  await person.opens(`/floweditor/${flow}`)
  await page.getByText('Chosen tables', { exact: true }).click()
  await page.getByRole('button', { name: 'Settings of public.orders' }).click()
  await page.getByLabel('Rows gone at the source').selectOption('Remove it')
  await expect(page.getByText('Then the run asks.')).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await runs()
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  expect(await count()).toEqual({ rows: ORDERS })

  await run(shop, 'delete from orders where id <= 20')
  await runs()
  await expect(page.getByText('Failed').first()).toBeVisible({ timeout: 30_000 })
  await person.goesTo('Runs')
  await page.getByRole('main').getByRole('row').filter({ hasText: 'Failed' }).getByRole('link').first().click()
  await expect(page.getByText('20 of 60 rows of public.orders (33.33 %) are gone at the source.').first()).toBeVisible()
  expect(await count()).toEqual({ rows: ORDERS })
  await page.getByRole('button', { name: 'Accept that 20 rows are gone' }).click()
  await expect(page.getByRole('columnheader', { name: 'Removed' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'public.orders', exact: true }).click()
  await expect(page.getByText('Removed: 20 rows gone at the source')).toBeVisible()
  expect(await count()).toEqual({ rows: 40 })

  await run(warehouse, `update orders set note = 'wrong'`)
  await page.getByRole('button', { name: 'More for this run' }).click()
  await page.getByRole('menuitem', { name: 'Backfill' }).click()
  const dialog = page.getByRole('dialog', { name: 'Backfill' })
  await dialog.getByLabel('From changed').fill('3000000')
  await dialog.getByLabel('To changed').fill('3400000')
  await dialog.getByRole('button', { name: 'Count the rows' }).click()
  await expect(dialog.getByText('5 rows in this range.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Read 5 rows again' }).click()
  await expect
    .poll(() => run(warehouse, `select count(*)::int as rows from orders where note <> 'wrong'`))
    .toEqual([{ rows: 5 }])
})
