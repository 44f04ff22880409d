import { expect, test } from '@playwright/test'

import { type RunningPostgres, startPostgres } from '../test/support/postgres/start-postgres.ts'
import { run } from '../test/support/run-sql.ts'
import { Person } from './support/person.ts'
import { LOGICAL, makeShopToMirror } from './support/shop-to-mirror.ts'

const SOON = { timeout: 60_000 }

test.describe('the proof of a mirror', () => {
  let server: RunningPostgres

  test.beforeAll(async () => {
    server = await startPostgres({ settings: LOGICAL })
  })
  test.afterAll(() => server.stop())

  test('says since when both sides are equal, shows what somebody has changed, and sends it again', {
    tag: '@full',
  }, async ({ page }) => {
    test.slow()
    const person = new Person(page)
    const { flow, shop, warehouse } = await makeShopToMirror(await person.settlesIn(), server, 'mirror')
    await run(shop, 'alter table visits replica identity full')
    await person.opens(`/flows/${flow}`)
    await person.presses('Start mirror')
    await expect(page.getByText(/Every change of the source is applied. Proven equal as of \d/)).toBeVisible(SOON)

    await run(warehouse, `update orders set note = 'by hand' where id = 7`)
    await page.getByRole('button', { name: 'More for public.orders' }).click()
    await page.getByRole('menuitem', { name: 'Compare now' }).click()
    const row = page.getByRole('row', { name: /public.orders Following/ })
    await expect(row.getByText('1 row differed. 1 was sent again.')).toBeVisible(SOON)
    await expect(page.getByText('1 table has differed from the source.')).toBeVisible()
    await row.getByRole('button', { name: /Show rows/ }).click()
    await expect(page.getByRole('dialog').getByText(/by hand → /)).toBeVisible()
    await page.keyboard.press('Escape')
    expect(await run(warehouse, `select from orders where note = 'by hand'`)).toEqual([])

    await page.getByRole('button', { name: 'Compare now' }).click()
    await expect(page.getByText(/is applied. Proven equal as of \d/)).toBeVisible(SOON)
  })
})
