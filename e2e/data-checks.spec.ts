import { expect, test } from '@playwright/test'

import { run } from '../test/support/run-sql.ts'
import type { Call } from './support/make-account.ts'
import { Person } from './support/person.ts'
import { makeTwoDatabases } from './support/two-databases.ts'

/** Two databases of its own, the first with orders, and a flow between them. */
async function givenOrders(call: Call) {
  const { shop, warehouse } = await makeTwoDatabases(call)
  await run(
    shop.url,
    `create table orders (id int primary key, state text, amount numeric(9,2));
     insert into orders select n, case n when 7 then 'piad' else 'paid' end, n from generate_series(1, 60) n`,
  )
  const ends = { source_connection: { id: shop.id }, destination_connection: { id: warehouse.id } }
  const config = { streams: [{ entity: 'public.orders', mode: 'replace' }] }
  const { id } = await call('POST', '/flows', { name: 'Orders', ...ends, config })
  return { flow: id, shop: shop.url, warehouse: warehouse.url }
}

test('a check stops rows before anybody sees them, shows which ones, and lets them pass once they are right', {
  tag: '@full',
}, async ({ page }) => {
  test.slow()
  const person = new Person(page)
  const { flow, shop, warehouse } = await givenOrders(await person.settlesIn())
  await person.opens(`/floweditor/${flow}`)
  await page.getByText('Chosen tables', { exact: true }).click()
  await page.getByRole('button', { name: 'Settings of public.orders' }).click()
  await page.getByRole('button', { name: 'Add a check' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a check' })
  await dialog.getByLabel('What must be true').selectOption('Only certain values')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('This is needed').first()).toBeVisible()
  await dialog.getByLabel('Column').selectOption('state')
  await dialog.getByLabel('Accepted values').fill('new\npaid')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('state: only new, paid', { exact: true })).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('Failed').first()).toBeVisible({ timeout: 30_000 })
  await person.goesTo('Runs')
  await page.getByRole('main').getByRole('row').filter({ hasText: 'Failed' }).getByRole('link').first().click()
  await expect(page.getByText('Rows with a value in state that is not accepted: 1.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show the rows' }).click()
  await expect(page.getByRole('cell', { name: 'piad' })).toBeVisible()
  const visible = await run(warehouse, `select count(*)::int as n from pg_tables where tablename = 'orders'`)
  expect(visible).toEqual([{ n: 0 }])

  await run(shop, `update orders set state = 'paid'`)
  await page.getByRole('button', { name: 'Run again' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Succeeded', { timeout: 30_000 })
  await page.getByRole('button', { name: 'public.orders', exact: true }).click()
  await expect(page.getByText('1 check passed')).toBeVisible()
  expect(await run(warehouse, 'select count(*)::int as n from orders')).toEqual([{ n: 60 }])
})
