import { expect, test } from '@playwright/test'
import { numbers } from '../test/support/mariadb/numbers.ts'
import { runMysql } from '../test/support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../test/support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../test/support/postgres/start-postgres.ts'
import { run } from '../test/support/run-sql.ts'
import { chooses } from './support/chooses.ts'
import { Person } from './support/person.ts'

const ROWS = 20_000

test.describe('from MySQL to Postgres', () => {
  let mariadb: RunningMariadb
  let postgres: RunningPostgres

  test.beforeAll(async () => {
    ;[mariadb, postgres] = await Promise.all([startMariadb({ tls: 'self-signed' }), startPostgres()])
    await runMysql(
      mariadb,
      `CREATE TABLE orders (id bigint unsigned PRIMARY KEY, customer varchar(100) NOT NULL, total decimal(14,2), placed_at timestamp NULL)`,
      `INSERT INTO orders SELECT seq, CONCAT('Zoë 🚂 ', seq), seq * 1.01, FROM_UNIXTIME(1767225600 + seq * 60) FROM ${numbers(ROWS)}`,
    )
  })
  test.afterAll(() => Promise.all([mariadb?.stop(), postgres?.stop()]))

  test('a person adds a MySQL source, tests it, sees its tables, runs the flow, every row is there, and a column that is dropped there is left out', async ({
    page,
  }) => {
    const person = new Person(page)
    await person.settlesIn()
    const dialog = page.getByRole('dialog')
    const fillsIn = async (type: RegExp, name: string, server: RunningMariadb | RunningPostgres) => {
      await dialog.getByRole('button', { name: type }).click()
      await dialog.getByLabel('Name', { exact: true }).fill(name)
      await dialog.getByLabel('Host').fill(server.host)
      await dialog.getByLabel('Port').fill(String(server.port))
      await dialog.getByLabel('User').fill(server.user)
      await dialog.getByLabel('Password', { exact: true }).fill(server.password)
      await dialog.getByLabel('Database name').fill(server.database)
    }

    await person.goesTo('Sources')
    await page.getByRole('button', { name: 'Add source' }).click()
    await fillsIn(/^MySQL/, 'Shop', { ...mariadb, password: 'wrong' })
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('Failed to test connection')).toBeVisible()
    await dialog.getByLabel('Password', { exact: true }).fill(mariadb.password)
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('Connection test successful')).toBeVisible()
    await dialog.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByRole('row', { name: /Shop/ })).toBeVisible()

    await person.goesTo('Destinations')
    await page.getByRole('button', { name: 'Add destination' }).click()
    await fillsIn(/^PostgreSQL/, 'Warehouse', postgres)
    await dialog.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByRole('row', { name: /Warehouse/ })).toBeVisible()

    await person.goesTo('Flows')
    await page.getByRole('button', { name: 'New flow' }).first().click()
    await chooses(dialog, 'Source', 'Shop')
    await chooses(dialog, 'Destination', 'Warehouse')
    await dialog.getByRole('button', { name: 'Create flow' }).click()
    await expect(page).toHaveURL(/\/floweditor\//)
    await expect(page.getByRole('list', { name: 'Where the tables are written' })).toContainText('to public.orders')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 30_000 })

    const facts = 'COUNT(*) AS n, SUM(id) AS ids, SUM(total) AS total, MAX(customer) AS last FROM orders'
    const [moved] = await run(postgres.url, `SELECT ${facts}`)
    const [there] = await runMysql(mariadb, `SELECT ${facts}`)
    expect(moved).toEqual(there)

    await run(postgres.url, 'ALTER TABLE orders DROP total')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('link', { name: 'Open the flow’s tables' }).first().click({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Leave total out' }).click()
    await expect(page.getByRole('checkbox', { name: 'shop.orders' })).toBeChecked()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  })
})
