import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type RunningPostgres, startPostgres } from '../test/support/postgres/start-postgres.ts'
import { run } from '../test/support/run-sql.ts'
import { Person } from './support/person.ts'

const FOLDER = join(import.meta.dirname, '../docs/pictures')

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    test.use({ colorScheme: theme, deviceScaleFactor: 1.5 })
    let server: RunningPostgres

    test.beforeAll(async () => {
      server = await startPostgres()
      await run(
        server.url,
        `create table measurements as select n as id, md5(n::text) as value from generate_series(1, 5000000) n`,
      )
    })
    test.afterAll(() => server.stop())

    test('every page', async ({ page }) => {
      test.setTimeout(180_000)
      const person = new Person(page)
      const picture = async (name: string) => {
        // Pictures must not depend on where the pointer was, or on a toast that is just leaving.
        const dismiss = page.getByRole('button', { name: 'Dismiss' })
        while ((await dismiss.count()) > 0) await dismiss.first().click({ timeout: 6_000 })
        await page.mouse.move(0, 0)
        await page.waitForTimeout(350)
        await page.screenshot({ path: join(FOLDER, `${name}-${theme}.png`), animations: 'disabled' })
      }

      await person.opens('/login')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await picture('login')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await picture('login-refused')
      await person.opens('/register')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await picture('register')
      await person.opens('/nowhere')
      await picture('not-found')
      await person.registers()
      await expect(page.getByLabel('Organization name')).toBeVisible()
      await picture('create-organization')
      await person.createsOrganization('Northwind Traders')
      await picture('home-empty')

      for (const place of ['Flows', 'Sources', 'Destinations', 'Integrations'] as const) {
        await person.goesTo(place)
        await picture(`${place.toLowerCase()}-empty`)
      }

      await person.goesTo('Sources')
      await page.getByRole('button', { name: 'Add source' }).click()
      await picture('add-source')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /PostgreSQL/ })
        .click()
      await fillIn(page, server)
      await page.getByRole('button', { name: 'Test connection' }).click()
      await expect(page.getByText('Connection test successful')).toBeVisible()
      await picture('connection-tested')
      await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('wrong')
      await page.getByRole('button', { name: 'Test connection' }).click()
      await expect(page.getByText('Failed to test connection')).toBeVisible()
      await picture('connection-refused')
      await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(server.password)
      await page.getByRole('dialog').getByRole('button', { name: 'Add source' }).click()
      await expect(page.getByRole('row', { name: /Telemetry/ })).toBeVisible()

      await person.goesTo('Home')
      await page.getByRole('button', { name: 'Use sample data' }).first().click()
      await expect(page).toHaveURL(/\/floweditor\//, { timeout: 30_000 })
      await picture('flow-editor-idle')
      await page.getByText('Chosen tables').click()
      await expect(page.getByText('order_items').first()).toBeVisible()
      await picture('flow-editor-tables')
      await page.getByText('Everything').click()
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await expect(page.getByText('Succeeded').first()).toBeVisible({ timeout: 30_000 })
      await picture('flow-editor')

      await person.goesTo('Sources')
      await picture('sources')
      await page
        .getByRole('row', { name: /Sample shop/ })
        .getByRole('button', { name: /discover/i })
        .click()
      await expect(page.getByText('order_items').first()).toBeVisible()
      await picture('discover')
      await page.keyboard.press('Escape')
      await person.goesTo('Destinations')
      await picture('destinations')
      await person.goesTo('Integrations')
      await picture('integrations')

      await person.goesTo('Flows')
      await page.getByRole('button', { name: 'New flow' }).first().click()
      await page.getByRole('dialog').getByLabel('Source').selectOption('Telemetry')
      await page.getByRole('dialog').getByLabel('Destination').selectOption('Sample warehouse')
      await picture('new-flow')
      await page.getByRole('button', { name: 'Create flow' }).click()
      await expect(page).toHaveURL(/\/floweditor\//)
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await expect(page.getByText(/rows\/s/).first()).toBeVisible({ timeout: 20_000 })
      await picture('flow-editor-running')
      await person.goesTo('Flows')
      await picture('flows')
      await person.goesTo('Home')
      await picture('home')
      for (const [path, name] of [
        ['/profile', 'profile'],
        ['/organization-settings', 'organization-settings'],
        ['/organization-settings?section=members', 'members'],
        ['/organization-settings?section=audit', 'audit-log'],
        ['/accept-invite?token=unknown', 'accept-invite'],
        ['/billing', 'billing'],
      ] as const) {
        await person.opens(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await picture(name)
      }
      await page.setViewportSize({ width: 390, height: 844 })
      await person.opens('/flows')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await picture('flows-phone')
    })
  })
}

async function fillIn(page: Page, { host, port, user, password, database }: RunningPostgres): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Telemetry')
  await dialog.getByLabel('Host').fill(host)
  await dialog.getByLabel('Port').fill(String(port))
  await dialog.getByLabel('User').fill(user)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Database name').fill(database)
}
