import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type RunningPostgres, startPostgres } from '../test/support/postgres/start-postgres.ts'
import { run } from '../test/support/run-sql.ts'
import { chooses } from './support/chooses.ts'
import { indexedPng } from './support/indexed-png.ts'
import { Person } from './support/person.ts'
import { picturesOfMirror, picturesOfMirrorIntoBigQuery } from './support/pictures-of-mirrors.ts'
import { picturesOfRoles } from './support/pictures-of-roles.ts'
import { picturesOfRuns } from './support/pictures-of-runs.ts'
import { LOGICAL } from './support/shop-to-mirror.ts'
import type { Language } from './support/words.ts'

/** Of every page, to look at; no part of the repository. */
const FOLDER = join(import.meta.dirname, '../test-results/pictures')

/** Those that a page of the documentation shows. */
const SHOWN = join(import.meta.dirname, '../docs/pictures')
const SIZES = {
  '': { width: 1440, height: 900 },
  '-tablet': { width: 1024, height: 768 },
  '-phone': { width: 390, height: 844 },
} as const

let server: RunningPostgres

test.beforeAll(async () => {
  server = await startPostgres({ settings: LOGICAL })
  // Enough to be moving for as long as its pictures take.
  await run(
    server.url,
    `create table measurements as select n as id, md5(n::text) as value from generate_series(1, 12000000) n`,
  )
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
})
test.afterAll(() => server.stop())

for (const language of ['en', 'de'] satisfies Language[]) {
  test.describe(language, () => {
    const context = {
      viewport: SIZES[''],
      locale: language === 'en' ? 'en-GB' : 'de-DE',
      timezoneId: 'Europe/Berlin',
    }
    test.use(context)

    for (const [name, pictures] of [
      ['a mirror', picturesOfMirror],
      ['a mirror into BigQuery', picturesOfMirrorIntoBigQuery],
    ] as const) {
      test(name, async ({ page }) => {
        const person = new Person(page, language)
        const take = (shown: string) => takeAll(page, `${shown}-${language}`, person.says('Dismiss'))
        await pictures({ person, server, take })
      })
    }

    test('every page', async ({ page, browser }) => {
      const person = new Person(page, language)
      const { says } = person
      const picture = (name: string) => takeAll(page, `${name}-${language}`, says('Dismiss'))
      const visits = async (path: string, name: string) => {
        await person.opens(path)
        await expect(page.locator('h1, h2, [role="dialog"], [role="alertdialog"]').first()).toBeVisible()
        await expect(page.getByText(says('Loading…'))).toHaveCount(0)
        await picture(name)
      }

      await visits('/login', 'login')
      await visits('/login?reset=true', 'password-reset')
      await visits('/register', 'register')
      await visits('/nowhere', 'not-found')
      await person.registers()
      await expect(page.getByLabel(says('Organization name'))).toBeVisible()
      await picture('create-organization')
      await person.createsOrganization('Northwind Traders')
      await expect(page.getByText(says('Getting started'))).toBeVisible()
      await picture('home-empty')
      for (const place of ['flows', 'sources', 'destinations', 'integrations'])
        await visits(`/${place}`, `${place}-empty`)
      await visits('/sources?dialog=add', 'add-source')
      await visits('/integrations?dialog=add', 'add-integration')

      await person.opens('/sources?dialog=add&kind=postgres')
      const dialog = page.getByRole('dialog')
      await fillIn(person)
      await person.presses('Test connection')
      await expect(page.getByText(says('Connection test successful'))).toBeVisible()
      await picture('connection-tested')
      await dialog.getByLabel(says('Password'), { exact: true }).fill('wrong')
      await person.presses('Test connection')
      await expect(page.getByText(says('Failed to test connection'))).toBeVisible()
      await picture('connection-refused')
      await dialog.getByLabel(says('Password'), { exact: true }).fill(server.password)
      await dialog.getByRole('button', { name: says('Test and save'), exact: true }).click()
      await expect(page.getByRole('row', { name: /Telemetry/ })).toBeVisible()

      await person.opens('/')
      const flow = await person.usesSampleData()
      await expect(page.getByRole('button', { name: says('Run'), exact: true })).toBeVisible()
      await expect(page.getByText(says('Chosen tables'))).toBeVisible()
      await picture('flow-editor-idle')
      await page.getByText(says('Chosen tables')).click()
      await expect(page.getByText('order_items').first()).toBeVisible()
      await picture('flow-editor-tables')
      await page.getByText(says('Everything'), { exact: true }).click()
      await person.presses('Run')
      await expect(page.getByText(says('Succeeded')).first()).toBeVisible({ timeout: 240_000 })
      await picture('flow-editor')
      await visits(`/floweditor/${flow}?tab=outline`, 'flow-editor-outline')
      await visits(`/floweditor/${flow}?dialog=versions`, 'flow-versions')
      await picturesOfSettings(person, flow, picture)

      await visits('/sources', 'sources')
      await page
        .getByRole('row', { name: /Sample shop/ })
        .getByRole('button', { name: new RegExp(says('Discover'), 'i') })
        .click()
      await expect(page.getByText('order_items').first()).toBeVisible()
      await picture('discover')
      await visits('/destinations', 'destinations')
      await visits('/integrations', 'integrations')

      await person.opens('/flows?dialog=add')
      await chooses(dialog, says('Source'), 'Telemetry')
      await chooses(dialog, says('Destination'), 'Sample warehouse')
      await picture('new-flow')
      await person.presses('Create flow')
      await expect(page).toHaveURL(/\/floweditor\//)
      await person.presses('Run')
      await expect(page.getByText(new RegExp(says('{0} rows/s').replace('{0} ', ''))).first()).toBeVisible({
        timeout: 240_000,
      })
      await picture('flow-editor-running')
      await visits('/flows', 'flows')
      await picturesOfRuns(person, flow, picture)
      await visits(`/flows?dialog=delete&id=${flow}`, 'delete-flow')
      await visits('/', 'home')
      await visits('/trash', 'trash-empty')
      await person.opens('/flows')
      await page
        .getByRole('button', { name: /Telemetry/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: says('Delete') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: says('Delete') })
        .click()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await visits('/trash', 'trash')

      await person.opens('/organization-settings?section=invitations&dialog=add')
      await page.getByLabel(says('E-mail address')).fill('grace@example.com')
      await picture('invite')
      await person.presses('Invite')
      await expect(page.getByLabel(says('Invitation link'))).toBeVisible()
      await picture('invitations')
      for (const [path, name] of [
        ['/organization-settings', 'organization-settings'],
        ['/organization-settings?dialog=delete', 'delete-organization'],
        ['/organization-settings?section=members', 'members'],
        ['/organization-settings?section=audit', 'audit-log'],
        ['/billing', 'billing'],
        ['/profile', 'profile'],
        ['/profile?dialog=delete', 'delete-account'],
        ['/accept-invite?token=unknown', 'accept-invite'],
      ] as const) {
        await visits(path, name)
      }
      await person.opens('/organization-settings')
      await page.getByText(says('Runs at the same time')).scrollIntoViewIfNeeded()
      await picture('run-limits')
      await picturesOfRoles({
        ...{ owner: person, browser, context, language, flow },
        take: (shown, name) => takeAll(shown, `${name}-${language}`, says('Dismiss')),
      })
      await person.opens('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('combobox')).toBeVisible()
      await picture('command-palette')
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await expect(dialog).toBeVisible()
      await picture('shortcuts')
    })
  })
}

/** What is on the page in both themes and at all widths. */
async function takeAll(page: Page, name: string, dismissLabel: string): Promise<void> {
  // Pictures must not depend on where the pointer was, or on a notice that is just leaving.
  const dismiss = page.getByRole('button', { name: dismissLabel })
  while ((await dismiss.count()) > 0) {
    await dismiss
      .first()
      .click({ timeout: 3_000 })
      .catch(() => undefined)
  }
  await page.mouse.move(0, 0)
  for (const [suffix, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.waitForTimeout(150)
      const png = await page.screenshot({ animations: 'disabled' })
      const [file, picture] = [`${name}-${colorScheme}${suffix}.png`, indexedPng(png)]
      writeFileSync(join(FOLDER, file), picture)
      if (existsSync(join(SHOWN, file))) writeFileSync(join(SHOWN, file), picture)
    }
  }
  await page.setViewportSize(SIZES[''])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** A table's settings, its rows, and a step with what it makes of them; the flow is as it was afterwards. */
async function picturesOfSettings(
  person: Person,
  flow: string,
  picture: (name: string) => Promise<void>,
): Promise<void> {
  const { page, says } = person
  const button = (english: string, name: string) =>
    page.getByRole('button', { name: says(english).replace('{name}', name) })
  await person.opens(`/floweditor/${flow}`)
  await page.getByText(says('Chosen tables')).click()
  await button('Settings of {name}', 'public.customers').click()
  await expect(page.getByLabel(says('Name in the destination'))).toBeVisible()
  await picture('stream-settings')
  await button('Show rows of {name}', 'public.customers').click()
  await expect(page.getByText('Liam Smith').first()).toBeVisible()
  await picture('rows')
  await person.opens(`/floweditor/${flow}`)
  await page.getByText(says('Everything'), { exact: true }).click()
  await person.presses('Add step')
  await page.getByRole('dialog').getByRole('searchbox').fill(says('Mask columns'))
  await page.getByRole('dialog').getByRole('searchbox').press('Enter')
  await page.getByRole('combobox', { name: says('For'), exact: true }).selectOption('public.customers')
  await page.getByRole('combobox', { name: says('Column'), exact: true }).selectOption('email')
  await page
    .getByRole('combobox', { name: says('Method'), exact: true })
    .selectOption({ label: says('Show the end only') })
  await expect(page.getByText(says('{to} of {from} rows stay').split('{from}')[1] ?? '')).toBeVisible()
  await expect(page.getByText('*****').first()).toBeVisible()
  await picture('step-preview')
  await person.presses('Remove')
}

async function fillIn({ page, says }: Person): Promise<void> {
  const dialog = page.getByRole('dialog')
  const { host, port, user, password, database } = server
  await dialog.getByLabel(says('Name'), { exact: true }).fill('Telemetry')
  for (const [label, value] of [
    ['Host', host],
    ['Port', String(port)],
    ['User', user],
    ['Password', password],
    ['Database name', database],
  ] as const) {
    await dialog.getByLabel(says(label), { exact: true }).fill(value)
  }
}
