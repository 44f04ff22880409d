import { expect, type Locator, test } from '@playwright/test'

import { type RunningPostgres, startPostgres } from '../test/support/postgres/start-postgres.ts'
import { run } from '../test/support/run-sql.ts'
import { Person } from './support/person.ts'
import { LOGICAL, makeShopToMirror } from './support/shop-to-mirror.ts'

/** The source is asked in a process of its own, which starts for it. */
const ASKED = { timeout: 30_000 }

test.describe('a mirror', () => {
  let server: RunningPostgres

  test.beforeAll(async () => {
    server = await startPostgres({ settings: LOGICAL })
  })
  test.afterAll(() => server.stop())

  test('is chosen, started, followed on its page, paused, and leaves nothing at the source', { tag: '@full' }, async ({
    page,
  }) => {
    test.slow()
    const person = new Person(page)
    const { flow, shop, warehouse } = await makeShopToMirror(await person.settlesIn(), server, 'replace')
    const arrived = () => run(warehouse, `select note from orders where id in (1, 501) order by id`)

    await person.opens(`/floweditor/${flow}`)
    await page.getByRole('button', { name: 'Settings of public.orders' }).click()
    await page.getByLabel('Existing rows').selectOption('Mirror: follow every change')
    await expect(page.getByText('The rows of public.visits have no key', { exact: false })).toBeVisible(ASKED)
    await expect(page.getByText('ALTER TABLE "public"."visits" REPLICA IDENTITY FULL;')).toBeVisible()
    await run(shop, 'alter table visits replica identity full')
    await page.getByRole('button', { name: 'Ask the source again' }).click()
    await expect(page.getByText('Ready', { exact: true })).toBeVisible(ASKED)
    await expect(page.getByRole('button', { name: 'Add step' })).toBeEnabled()

    await person.presses('Start mirror')
    await expect(page).toHaveURL(new RegExp(`/flows/${flow}`))
    await expect(page.getByText('Every change of the source is applied.')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('row', { name: /public.orders Following/ })).toBeVisible()

    await run(shop, `update orders set note = 'changed' where id = 1; insert into orders values (501, 'new')`)
    await expect.poll(arrived).toEqual([{ note: 'changed' }, { note: 'new' }])
    await expect(page.getByText(/Mirroring · .* behind/)).toBeVisible()

    await person.presses('Pause')
    await expect(page.getByText('Paused', { exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('button', { name: /^Receipt/ }).first()).toBeVisible({ timeout: 30_000 })
    await page
      .getByRole('button', { name: /^Receipt/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByRole('row', { name: 'public.orders 1 1 0' })).toBeVisible()
    await page.keyboard.press('Escape')
    await run(shop, `update orders set note = 'meanwhile' where id = 1`)
    await person.presses('Resume')
    await expect.poll(arrived, { timeout: 30_000 }).toEqual([{ note: 'meanwhile' }, { note: 'new' }])

    await page.getByRole('button', { name: 'More for Shop' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/flows$/)
    await expect
      .poll(() => run(server.url, 'select slot_name from pg_replication_slots'), { timeout: 30_000 })
      .toEqual([])
  })

  test('of the sample shop is begun, and a change followed, by the keyboard alone', async ({ page }) => {
    test.slow()
    const person = new Person(page)
    await person.settlesIn()
    await tabsTo(page.getByRole('button', { name: 'Use sample data', exact: true }).first())
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/floweditor\//, ASKED)
    // In the picture Tab adds a step, and Escape leaves it for the panel.
    await tabsTo(page.getByRole('group', { name: /^Source/ }))
    await page.keyboard.press('Escape')
    await tabsTo(page.getByRole('button', { name: 'Mirror all tables' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Ready', { exact: true })).toBeVisible(ASKED)
    await tabsTo(page.getByRole('button', { name: 'Start mirror', exact: true }).first())
    await page.keyboard.press('Enter')
    await expect(page.getByText('Every change of the source is applied.')).toBeVisible({ timeout: 60_000 })

    await tabsTo(page.getByRole('button', { name: 'More for public.customers', exact: true }).first())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Pause' })).toBeFocused()
    await page.keyboard.press('Enter')
    const customers = page.getByRole('row', { name: /public.customers Paused/ })
    await expect(customers).toBeVisible(ASKED)
    await expect(
      page.getByText('1 table is paused. Its changes wait in the destination; the others follow.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'More for public.customers' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Resume' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Every change of the source is applied.')).toBeVisible(ASKED)
    await page.keyboard.press('g')
    await page.keyboard.press('f')
    await expect(page.getByRole('row', { name: /Shop to warehouse.*Mirroring/ })).toBeVisible()
  })
})

/** Goes on with Tab until this has the keyboard, as somebody without a mouse. */
async function tabsTo(wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible(ASKED)
  await expect(async () => {
    await wanted.page().keyboard.press('Tab')
    await expect(wanted).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [0], timeout: 30_000 })
}
