import { expect, test } from '@playwright/test'

import { run } from '../test/support/run-sql.ts'
import type { Call } from './support/make-account.ts'
import { Person } from './support/person.ts'
import { makeTwoDatabases } from './support/two-databases.ts'

/** Two databases of its own, the first with sixty orders, and a flow between them. @returns its id */
async function givenOrders(call: Call): Promise<string> {
  const { shop, warehouse } = await makeTwoDatabases(call)
  await run(shop.url, 'create table orders as select n as id from generate_series(1, 60) n')
  const ends = { source_connection: { id: shop.id }, destination_connection: { id: warehouse.id } }
  const config = {
    streams: [{ entity: 'public.orders', mode: 'replace' }],
    schedule: { cron: '0 6 1 1 *', timezone: 'UTC' },
  }
  return (await call('POST', '/flows', { name: 'Orders', ...ends, config })).id
}

test('a run is told in advance, stopped by its budget, and goes on when the budget is raised', {
  tag: '@full',
}, async ({ page }) => {
  const person = new Person(page)
  const flow = await givenOrders(await person.settlesIn())
  await person.opens(`/floweditor/${flow}`)
  const dialog = page.getByRole('dialog', { name: 'Cost and budget' })
  const limitsRowsTo = async (rows: string) => {
    await dialog.getByRole('textbox', { name: 'Rows a month' }).fill(rows)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  }

  await expect(page.getByText('Rows: 60')).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'Cost and budget' }).press('Enter')
  await expect(dialog.getByRole('region', { name: 'At the source' }).getByText('60', { exact: true })).toBeVisible()
  await limitsRowsTo('50')
  await person.presses('Run')
  const refused = 'The run would need 60 rows, and the flow’s budget of this month has 50 rows left. It has not begun.'
  await expect(page.getByText(refused).first()).toBeVisible({ timeout: 30_000 })

  await page.getByRole('link', { name: 'Open the budget' }).first().click()
  await limitsRowsTo('70')
  await person.presses('Run')
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'Cost and budget' }).press('Enter')
  await expect(dialog.getByText('60 of 70 used this month: nearly all')).toBeVisible()

  await person.opens('/organization-settings')
  await expect(page.getByText('60 used this month')).toBeVisible()
})
