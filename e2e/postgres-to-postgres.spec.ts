import { readFile } from 'node:fs/promises'

import { expect, type Page, test } from '@playwright/test'

import { type RunningPostgres, startPostgres } from '../test/support/postgres/start-postgres.ts'
import { run } from '../test/support/run-sql.ts'
import { chooses } from './support/chooses.ts'
import { Person } from './support/person.ts'

const ROWS = 20_000
const CHECKSUM = `select count(*)::int as rows, sum(hashtextextended(orders::text, 0)) as hash from sales.orders`

test.describe('from one Postgres to another', () => {
  let server: RunningPostgres
  const urlOf = (database: string) => server.url.replace(/\/[^/]*$/, `/${database}`)

  test.beforeAll(async () => {
    server = await startPostgres()
    for (const name of ['shop', 'warehouse', 'clinic', 'study', 'stall', 'ledger'])
      await run(server.url, `create database ${name}`)
    await run(
      urlOf('shop'),
      `create schema sales;
       create table sales.orders (id bigint primary key, customer text not null, total numeric(14,2), placed_at timestamptz);
       insert into sales.orders select n, 'Zoë ' || n, n * 1.01, timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, ${ROWS}) n`,
    )
    await run(
      urlOf('clinic'),
      `create table patients (id bigint primary key, name text, visits int);
       insert into patients values (1, 'Ada', 1), (2, 'Grace', 2), (3, 'Clementine', 3), (4, null, 4)`,
    )
  })
  test.afterAll(() => server.stop())

  async function fillsIn(page: Page, name: string, database: string): Promise<void> {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^PostgreSQL/ }).click()
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel('Host').fill(server.host)
    await dialog.getByLabel('Port').fill(String(server.port))
    await dialog.getByLabel('User').fill(server.user)
    await dialog.getByLabel('Password', { exact: true }).fill(server.password)
    await dialog.getByLabel('Database name').fill(database)
  }

  /** Signs up, types both connections and draws a flow between them, which is open in the editor then. */
  async function drawsFlow(page: Page, from: string, to: string): Promise<void> {
    const person = new Person(page)
    await person.settlesIn()

    await person.goesTo('Sources')
    await page.getByRole('button', { name: 'Add source' }).click()
    await fillsIn(page, 'Shop', from)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('Connection test successful')).toBeVisible()
    await dialog.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByRole('row', { name: /Shop.*Passed/ })).toBeVisible()

    await person.goesTo('Destinations')
    await page.getByRole('button', { name: 'Add destination' }).click()
    await fillsIn(page, 'Warehouse', to)
    await dialog.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByRole('row', { name: /Warehouse/ })).toBeVisible()

    await person.goesTo('Flows')
    await page.getByRole('button', { name: 'New flow' }).first().click()
    await chooses(dialog, 'Source', 'Shop')
    await chooses(dialog, 'Destination', 'Warehouse')
    await dialog.getByRole('button', { name: 'Create flow' }).click()
    await expect(page).toHaveURL(/\/floweditor\//)
  }

  async function runs(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  }

  test('a person types two connections by hand, runs the flow, and every row is there', async ({ page }) => {
    // A long way: also what a run did and the next would do.
    test.slow()
    await drawsFlow(page, 'shop', 'warehouse')
    await page.getByText('Chosen tables', { exact: true }).click()
    await page.getByRole('button', { name: 'Settings of sales.orders' }).click()
    const columns = page.getByRole('region', { name: 'Columns of sales.orders' })
    await expect(columns.getByText('sales.orders is created.')).toBeVisible()
    await expect(columns.getByRole('row', { name: /total numeric\(14,2\) numeric\(14,2\)/ })).toBeVisible()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await runs(page)
    expect(await run(urlOf('warehouse'), CHECKSUM)).toEqual(await run(urlOf('shop'), CHECKSUM))

    await run(
      urlOf('shop'),
      `update sales.orders set customer = 'Ada' where id <= 9; delete from sales.orders where id = 10`,
    )
    await new Person(page).goesTo('Flows')
    await page.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Dry run' }).click()
    const details = page.getByRole('main')
    await expect(details.getByText('Dry run: nothing was written')).toBeVisible()
    await expect(details.getByText('0 new · 9 changed · 1 removed · 19,990 the same')).toBeVisible({ timeout: 30_000 })
    await details.getByRole('button', { name: 'Show the rows' }).click()
    await expect(details.getByRole('cell', { name: 'Zoë 1 → Ada' })).toBeVisible()
    expect(await run(urlOf('warehouse'), 'select count(*)::int as rows from sales.orders')).toEqual([{ rows: ROWS }])

    await new Person(page).goesTo('Runs')
    const verified = page.getByRole('row').filter({ has: page.getByRole('img', { name: /^Verified/ }) })
    await verified.getByRole('link').first().click()
    await expect(
      details.getByRole('img', { name: /^Verified: 20,000 rows counted in the destination, id compared/ }),
    ).toBeVisible()
    const download = page.waitForEvent('download')
    await details.getByRole('button', { name: 'Download receipt' }).click()
    const receipt = JSON.parse(await readFile(await (await download).path(), 'utf8'))
    expect(receipt.streams[0]).toMatchObject({ rows: { read: ROWS, written: ROWS }, check: { state: 'verified' } })

    const log = details.getByRole('region', { name: 'Log' })
    await log.getByRole('searchbox', { name: 'Search the log' }).fill('attempt 1')
    await expect(log.getByRole('listitem')).toHaveCount(1)
    await log.getByRole('listitem').getByRole('link').click()
    await expect(page).toHaveURL(/[?&]line=\d+/)
    await page.reload()
    await expect(log.locator('a[aria-current=page]')).toBeVisible()
    await expect(log.getByRole('listitem')).toHaveText(/Attempt 1 of .* has begun/)
    await log.getByRole('combobox', { name: 'Lines shown' }).selectOption('Errors')
    await expect(log.getByText('No line of the log matches.')).toBeVisible()
    const file = page.waitForEvent('download')
    await log.getByRole('button', { name: 'Download' }).click()
    expect(await readFile(await (await file).path(), 'utf8')).toMatch(/Attempt 1 of .* has begun/)
  })

  test('a person filters and masks rows on their way, and they arrive changed', { tag: '@full' }, async ({ page }) => {
    await drawsFlow(page, 'clinic', 'study')
    const adds = async (name: string) => {
      const steps = page.getByRole('dialog', { name: 'Add a step' })
      await steps.getByRole('searchbox').fill(name)
      await steps.getByRole('searchbox').press('Enter')
      await expect(steps).toBeHidden()
    }
    await page.getByRole('button', { name: 'Add step' }).click()
    await adds('filter')
    await page.getByRole('radio', { name: 'SQL' }).check()
    const where = page.getByRole('textbox', { name: 'Keep rows where' })
    await where.fill('vists >= 3')
    await page.getByRole('button', { name: 'Use visits' }).click()
    await expect(where).toHaveText('visits >= 3')
    await expect(page.getByText('2 of 4 rows stay')).toBeVisible()
    await page.getByRole('button', { name: 'Add a step here' }).last().click()
    await adds('mask')
    await page.getByRole('combobox', { name: 'Column' }).selectOption('name')
    await page.getByRole('combobox', { name: 'Method' }).selectOption('Show the end only')
    const masked = page.getByRole('region', { name: 'Rows after the step' })
    await expect(masked.getByRole('cell', { name: '*******ine' })).toBeVisible()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await runs(page)

    expect(await run(urlOf('study'), 'select id::int, name, visits from patients order by id')).toEqual([
      { id: 3, name: '*******ine', visits: 3 },
      { id: 4, name: null, visits: 4 },
    ])
  })

  test('a wrong password is told at the stage and the field that it belongs to', async ({ page }) => {
    const person = new Person(page)
    await person.settlesIn()
    await person.goesTo('Sources')
    await page.getByRole('button', { name: 'Add source' }).click()
    await fillsIn(page, 'Shop', 'shop')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Test and save' }).isEnabled()
    await dialog.getByLabel('Password', { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('Failed to test connection')).toBeVisible()
    await expect(dialog.getByText(/password/i).first()).toBeVisible()
    await dialog.getByLabel('Host').fill('')
    await dialog.getByRole('button', { name: 'Test and save' }).click()
    await expect(dialog.getByText('Host is required')).toBeVisible()
  })

  test('a flow whose table was dropped and whose column was renamed is repaired, and runs', { tag: '@full' }, async ({
    page,
  }) => {
    test.slow()
    await run(
      urlOf('stall'),
      `create table items (id bigint primary key, price numeric(8,2)); insert into items values (1, 2.5);
       create table v_open (id bigint primary key); insert into v_open values (1)`,
    )
    await drawsFlow(page, 'stall', 'ledger')
    await page.getByText('Chosen tables', { exact: true }).click()
    await page.getByRole('button', { name: 'Settings of public.items' }).click()
    await page.getByLabel('Existing rows').selectOption('Update and add by key')
    await page.getByLabel('Rows to read').selectOption('What is new by price')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await runs(page)
    await run(
      urlOf('stall'),
      'drop table v_open; alter table items rename price to amount; insert into items values (2, 3)',
    )
    await page.reload()
    await page.getByRole('tab', { name: 'Set up' }).click()

    const repairs = page.getByRole('region', { name: 'Repair' })
    await expect(repairs.getByText('public.v_open')).toBeVisible()
    await expect(repairs.getByText('New in public.items: amount (numeric(8,2))')).toBeVisible()
    const start = page.getByRole('button', { name: 'Run', exact: true })
    await expect(start).toHaveAccessibleDescription('Source: The source has no public.v_open')
    await repairs.getByRole('button', { name: 'Remove public.v_open' }).click()
    await repairs.getByRole('button', { name: 'Use amount' }).click()
    await expect(page.getByText('Everything is repaired')).toBeVisible()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()

    await runs(page)
    await expect
      .poll(() => run(urlOf('ledger'), `select id::int, to_jsonb(items)->>'price' as price from items order by id`))
      .toEqual([
        { id: 1, price: '2.50' },
        { id: 2, price: '3.00' },
      ])
  })
})
