import { expect, test } from '@playwright/test'

import { type RunningPostgres, startPostgres } from '../test/support/postgres/start-postgres.ts'
import { run } from '../test/support/run-sql.ts'
import { Person } from './support/person.ts'
import { LOGICAL, makeShopToMirror } from './support/shop-to-mirror.ts'

/** Both ends are asked in processes of their own, which start for it. */
const ASKED = { timeout: 30_000 }

test.describe('a mirror into BigQuery', () => {
  let server: RunningPostgres

  test.beforeAll(async () => {
    server = await startPostgres({ settings: LOGICAL })
  })
  test.afterAll(() => server.stop())

  test('gets an interval, says what that may cost, follows, and is proven equal', { tag: '@full' }, async ({
    page,
  }) => {
    test.slow()
    const person = new Person(page)
    const call = await person.settlesIn()
    const { flow, shop } = await makeShopToMirror(call, server, 'mirror')
    await run(shop, 'alter table visits replica identity full')
    const dataset = await call('POST', '/stand-ins', { type: 'bigquery', capability: 'destination' })
    await call('PATCH', `/flows/${flow}`, { destination_connection: { id: dataset.id } })

    await person.opens(`/floweditor/${flow}`)
    await expect(page.getByText('Ready', { exact: true })).toBeVisible(ASKED)
    await expect(page.getByText(/1,440 transactions a day process up to 188 GB/)).toBeVisible()
    await page.getByLabel('Interval').selectOption('15s')
    await expect(page.getByText(/5,760 transactions a day process up to 749 GB/)).toBeVisible(ASKED)

    await person.presses('Start mirror')
    await expect(page).toHaveURL(new RegExp(`/flows/${flow}`))
    await expect(page.getByRole('row', { name: /public.orders Following/ })).toBeVisible({ timeout: 120_000 })
    await run(shop, `update orders set note = 'changed' where id = 1; insert into orders values (501, 'new')`)
    await expect(page.getByRole('row', { name: /public.orders Following .*Proven equal/ })).toBeVisible({
      timeout: 120_000,
    })
  })
})
