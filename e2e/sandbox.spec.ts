import { expect, type Page, test } from '@playwright/test'

import { type RunningPostgres, startPostgres } from '../test/support/postgres/start-postgres.ts'
import { run } from '../test/support/run-sql.ts'
import { chooses } from './support/chooses.ts'
import { Person } from './support/person.ts'
import { launchSandbox, type RunningMillrace } from './support/start-millrace.ts'

test.describe('in the sandbox', () => {
  // One after the other, because each worker would start all servers again.
  test.describe.configure({ mode: 'default' })
  let postgres: RunningPostgres
  let sandbox: RunningMillrace
  const urlOf = (database: string) => postgres.url.replace(/\/[^/]*$/, `/${database}`)

  test.beforeAll(async () => {
    ;[postgres, sandbox] = await Promise.all([startPostgres(), launchSandbox()])
    for (const name of ['warehouse', 'usage', 'shop']) await run(postgres.url, `create database ${name}`)
    await run(
      urlOf('usage'),
      `create table calls (id int primary key, account text not null, at timestamptz, seconds numeric(8,2));
       insert into calls values (1, 'acme', now() - interval '2 hours', 12.5), (2, 'zoë', now() - interval '1 hour', 0.25),
         (3, 'acme', now() - interval '90 days', 3)`,
    )
    await run(
      urlOf('shop'),
      `create table orders (id bigint primary key, customer text, total numeric(12,2), placed_at timestamptz);
       insert into orders values (9007199254740993, 'Łukasz 🚂', 0.10, '2026-01-01 12:00:00.000001+00'), (2, null, null, null)`,
    )
  })
  test.afterAll(() => Promise.all([sandbox?.stop(), postgres?.stop()]))

  async function newcomer(page: Page): Promise<Person> {
    const person = new Person(page, 'en', sandbox.origin)
    await person.settlesIn()
    return person
  }

  /** With what the sandbox takes, which one button fills in. */
  async function addsIntegration(page: Page, person: Person, kind: string, name: string): Promise<void> {
    const dialog = page.getByRole('dialog')
    await person.navigates(`/integrations?dialog=add&kind=${kind}`)
    await dialog.getByRole('button', { name: 'Fill in test values' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByRole('button', { name: 'Add integration' }).click()
    await expect(page.getByRole('row', { name: new RegExp(name) }).getByText('Sandbox')).toBeVisible()
  }

  async function addsPostgres(page: Page, person: Person, end: 'source' | 'destination', database: string) {
    const dialog = page.getByRole('dialog')
    await person.goesTo(end === 'source' ? 'Sources' : 'Destinations')
    await page.getByRole('button', { name: `Add ${end}` }).click()
    await dialog.getByRole('button', { name: /^PostgreSQL/ }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Our Postgres')
    await dialog.getByLabel('Host').fill(postgres.host)
    await dialog.getByLabel('Port').fill(String(postgres.port))
    await dialog.getByLabel('User').fill(postgres.user)
    await dialog.getByLabel('Password', { exact: true }).fill(postgres.password)
    await dialog.getByLabel('Database name').fill(database)
    await dialog.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByRole('row', { name: /Our Postgres/ })).toBeVisible()
  }

  /** Of a type whose credentials an integration has; tested before it is added. */
  async function addsVendor(page: Page, person: Person, end: 'source' | 'destination', type: RegExp, name: string) {
    const dialog = page.getByRole('dialog')
    await person.goesTo(end === 'source' ? 'Sources' : 'Destinations')
    await page.getByRole('button', { name: `Add ${end}` }).click()
    await dialog.getByRole('button', { name: type }).click()
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel('Integration').selectOption('Ours')
    const fillIn = dialog.getByRole('button', { name: 'Fill in test values' })
    if (type.source.endsWith('BigQuery')) await fillIn.click()
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('Connection test successful')).toBeVisible()
    await dialog.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  }

  async function drawsFlow(page: Page, person: Person, from: string, to: string): Promise<void> {
    const dialog = page.getByRole('dialog')
    await person.goesTo('Flows')
    await page.getByRole('button', { name: 'New flow' }).first().click()
    await chooses(dialog, 'Source', from)
    await chooses(dialog, 'Destination', to)
    await dialog.getByRole('button', { name: 'Create flow' }).click()
    await expect(page).toHaveURL(/\/floweditor\//)
  }

  /** The page that shows what the stand-ins were given, as the link on every page opens it. */
  async function arrivals(page: Page): Promise<Page> {
    const opening = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'See what the test accounts received' }).click()
    return opening
  }

  test('costs of AWS are looked at, paid for knowingly, and moved to Postgres', async ({ page }) => {
    const person = await newcomer(page)
    await addsIntegration(page, person, 'aws', 'Ours')
    await addsPostgres(page, person, 'destination', 'warehouse')
    await addsVendor(page, person, 'source', /^AWS Cost Explorer/, 'Costs')
    // A database has a stand-in of its own; vendors are replaced already.
    await person.navigates('/sources?dialog=add')
    await expect(page.getByRole('button', { name: 'Try it with a test account: MySQL' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try it with a test account: Google Sheets' })).toHaveCount(0)
    await page.keyboard.press('Escape')

    await page.getByRole('row', { name: /Costs/ }).getByRole('button', { name: 'Discover' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /cost_by_record_type_monthly/ }).click()
    await dialog.getByRole('button', { name: /^Show rows.*cost_by_record_type_monthly/ }).click()
    await expect(dialog.getByText('The vendor charges about $0.01.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Show rows', exact: true }).click()
    await expect(dialog.getByRole('cell', { name: 'Credit' }).first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()

    await drawsFlow(page, person, 'Costs', 'Our Postgres')
    await page.getByText('Chosen tables').click()
    for (const name of ['service_daily', 'account_service_daily', 'usage_type_daily', 'region_daily'])
      await page.getByRole('checkbox', { name: `cost_by_${name}`, exact: true }).click()
    await expect(page.getByText(/At least \$0\.01/)).toBeVisible()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const question = page.getByRole('dialog', { name: /^Run / })
    await expect(question.getByText(/At least \$0\.01/)).toBeVisible()
    await question.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 30_000 })

    const [tables] = await run(
      urlOf('warehouse'),
      `select count(*) >= 36 as year, count(distinct record_type)::int as types, sum(unblended_cost) > 0 as cost
       from public.cost_by_record_type_monthly`,
    )
    expect(tables).toEqual({ year: true, types: 3, cost: true })
    await expect((await arrivals(page)).getByText(/AWS would have charged \$0\.0\d/)).toBeVisible()
  })

  const METRONOME =
    'usage becomes events of Metronome by the columns that are mapped, and a row that it refuses is named'
  test(METRONOME, { tag: '@full' }, async ({ page }) => {
    const person = await newcomer(page)
    await addsIntegration(page, person, 'metronome', 'Ours')
    await addsPostgres(page, person, 'source', 'usage')
    await addsVendor(page, person, 'destination', /^Metronome/, 'Billing')

    await drawsFlow(page, person, 'Our Postgres', 'Billing')
    await page.getByText('Chosen tables').click()
    await page.getByRole('button', { name: 'Settings of public.calls' }).click()
    await page.getByLabel('Name in the destination').fill('api_call')
    await page.getByLabel('Column for customer_id').selectOption('account')
    await page.getByLabel('Column for timestamp').selectOption('at')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('Failed').first()).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/row 3/i).first()).toBeVisible()

    await run(urlOf('usage'), `update calls set at = now() where id = 3`)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
    const arrived = await arrivals(page)
    await expect(arrived.getByRole('heading', { name: 'Metronome: 3 events' })).toBeVisible()
    await expect(arrived.getByRole('row', { name: /zoë api_call/ })).toBeVisible()
  })

  test('rows of Postgres are a table of BigQuery, to the last digit', { tag: '@full' }, async ({ page }) => {
    const person = await newcomer(page)
    await addsIntegration(page, person, 'gcp', 'Ours')
    await addsPostgres(page, person, 'source', 'shop')
    await addsVendor(page, person, 'destination', /^BigQuery/, 'Lake')

    await drawsFlow(page, person, 'Our Postgres', 'Lake')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
    const arrived = await arrivals(page)
    await expect(arrived.getByRole('heading', { name: 'public_orders: 2 rows' })).toBeVisible()
    await expect(
      arrived.getByRole('row', { name: '9007199254740993 Łukasz 🚂 0.10 2026-01-01 12:00:00.000001' }),
    ).toBeVisible()
  })

  test('a spreadsheet is a mail: connected by consent, tested, run, and the mail has every row', async ({ page }) => {
    const person = await newcomer(page)
    const dialog = page.getByRole('dialog')
    await person.navigates('/integrations?dialog=add&kind=google_oauth')
    await dialog.getByLabel('Connection name').fill('Finance')
    const opening = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: /Connect Google/ }).click()
    await (await opening).getByRole('link', { name: 'Allow', exact: true }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await addsIntegration(page, person, 'sendgrid', 'Ours')

    await person.goesTo('Sources')
    await page.getByRole('button', { name: 'Add source' }).click()
    await dialog.getByRole('button', { name: /^Google Sheets/ }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Numbers')
    await dialog.getByLabel('Integration').selectOption('Finance')
    await dialog.getByLabel('Spreadsheet ID').fill('somebody-else-s-spreadsheet')
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(dialog.getByText('There is no spreadsheet with this id')).toBeVisible()
    await dialog.getByRole('button', { name: 'Fill in test values' }).click()
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('Connection test successful')).toBeVisible()
    await dialog.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByRole('row', { name: /Numbers/ })).toBeVisible()

    await person.goesTo('Destinations')
    await page.getByRole('button', { name: 'Add destination' }).click()
    await dialog.getByRole('button', { name: /Email/ }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Team')
    await dialog.getByLabel('Integration').selectOption('Ours')
    await dialog.getByRole('button', { name: 'Fill in test values' }).click()
    await dialog.getByLabel('To Email').fill('ada@example.com, grace@example.org')
    await dialog.getByLabel('Subject').fill('{{rows}} rows of {{entity}}')
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('Connection test successful')).toBeVisible()
    await dialog.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByRole('row', { name: /Team/ })).toBeVisible()

    await drawsFlow(page, person, 'Numbers', 'Team')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
    const arrived = await arrivals(page)
    await expect(arrived.getByRole('heading', { name: '8 rows of sheets.Orders' })).toBeVisible()
    await expect(arrived.getByText('to ada@example.com, grace@example.org')).toBeVisible()
    expect(await arrived.locator('details pre').textContent()).toContain(
      'id,customer,product,quantity,total,paid\n1001,Zoë Müller,Espresso machine,1,349.9,t\n',
    )
  })
})
