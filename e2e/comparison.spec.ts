import { expect, test } from '@playwright/test'

import { run } from '../test/support/run-sql.ts'
import { Person } from './support/person.ts'
import { makeTwoDatabases } from './support/two-databases.ts'

test('both sides of a flow are compared at any time, and just the rows that differ are sent again', {
  tag: '@full',
}, async ({ page }) => {
  test.slow()
  const person = new Person(page)
  const call = await person.settlesIn()
  const { shop, warehouse } = await makeTwoDatabases(call)
  await run(
    shop.url,
    `create table orders (id int primary key, note text);
     insert into orders select n, 'note ' || n from generate_series(1, 200) n`,
  )
  const ends = { source_connection: { id: shop.id }, destination_connection: { id: warehouse.id } }
  const config = { streams: [{ entity: 'public.orders', mode: 'replace' }] }
  const { id } = await call('POST', '/flows', { name: 'Orders', ...ends, config })
  await person.opens(`/floweditor/${id}`)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  await run(warehouse.url, `update orders set note = 'altered' where id = 17`)

  await person.goesTo('Runs')
  await page.getByRole('main').getByRole('row').filter({ hasText: 'Succeeded' }).getByRole('link').first().click()
  const compare = async () => {
    const item = page.getByRole('menuitem', { name: 'Compare both sides' })
    // The page is built anew when the last figures of the run arrive.
    await expect(async () => {
      await page.getByRole('button', { name: 'More for this run' }).click({ timeout: 2_000 })
      await item.click({ timeout: 2_000 })
    }).toPass()
    await expect(page.getByText('Comparison: nothing was written')).toBeVisible({ timeout: 30_000 })
  }
  await compare()
  await expect(page.getByText('1 with other values · 0 missing')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Show the rows' }).click()
  await expect(page.getByRole('row', { name: 'Other values 17 altered → note 17' })).toBeVisible()
  await page.getByRole('button', { name: 'Send 1 row again' }).click()
  const written = page.getByRole('img', { name: /Keys not compared: only some rows were read\./ })
  await expect(written).toBeVisible({ timeout: 30_000 })
  expect(await run(warehouse.url, 'select note from orders where id = 17')).toEqual([{ note: 'note 17' }])
  await compare()
  await expect(page.getByRole('img', { name: 'Same', exact: true })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'public.orders', exact: true }).click()
  await expect(page.getByText('All 200 rows are equal on both sides')).toBeVisible()
})
