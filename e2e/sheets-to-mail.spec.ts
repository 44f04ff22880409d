import { expect, test } from '@playwright/test'

import { type GoogleOauthStandIn, startGoogleOauth } from '../test/stand-ins/google-oauth.ts'
import { type GoogleSheetsStandIn, startGoogleSheets } from '../test/stand-ins/google-sheets.ts'
import { SENDGRID_KEY, type SendGridStandIn, startSendGrid } from '../test/stand-ins/sendgrid.ts'
import { Person } from './support/person.ts'
import { launchMillrace, type RunningMillrace } from './support/start-millrace.ts'

test.describe('from a spreadsheet to a mail', () => {
  let oauth: GoogleOauthStandIn
  let google: GoogleSheetsStandIn
  let sendgrid: SendGridStandIn
  let millrace: RunningMillrace

  test.beforeAll(async () => {
    ;[oauth, sendgrid] = await Promise.all([startGoogleOauth(), startSendGrid()])
    google = await startGoogleSheets(Date.now, () => oauth.alive.size > 0)
    google.put('Orders', [
      ['id', 'customer', 'total'],
      [1, 'Zoë', 12.5],
      [2, 'Łukasz', 0.1],
    ])
    millrace = await launchMillrace({
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_BASE_URL: oauth.baseUrl,
      GOOGLE_SHEETS_BASE_URL: google.address,
      SENDGRID_BASE_URL: sendgrid.address,
    })
  })
  test.afterAll(async () => {
    await millrace.stop()
    await Promise.all([oauth.stop(), google.stop(), sendgrid.stop()])
  })

  test('a person connects both, tests them, runs the flow, and the mail has every row', async ({ page }) => {
    const person = new Person(page, 'en', millrace.origin)
    await person.settlesIn()
    const dialog = page.getByRole('dialog')

    await person.opens('/integrations?dialog=add&kind=google_oauth')
    await page.getByLabel('Connection name').fill('Finance')
    const opening = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: /Connect Google/ }).click()
    await (await opening).getByRole('link', { name: 'Allow', exact: true }).click()
    await page.getByRole('button', { name: 'Done' }).click()

    await person.opens('/integrations?dialog=add&kind=sendgrid')
    await dialog.getByLabel('Name', { exact: true }).fill('Mail')
    await dialog.getByLabel('API Key').fill(SENDGRID_KEY)
    await dialog.getByRole('button', { name: 'Add integration' }).click()
    await expect(page.getByRole('button', { name: 'Mail', exact: true })).toBeVisible()

    await person.goesTo('Sources')
    await page.getByRole('button', { name: 'Add source' }).click()
    await dialog.getByRole('button', { name: /Google Sheets/ }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Numbers')
    await dialog.getByLabel('Integration').selectOption('Finance')
    await dialog.getByLabel('Spreadsheet ID').fill('somebody-else-s-spreadsheet')
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(dialog.getByText('There is no spreadsheet with this id')).toBeVisible()
    await dialog.getByLabel('Spreadsheet ID').fill(google.spreadsheetId)
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('Connection test successful')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add source' }).click()
    await expect(page.getByRole('row', { name: /Numbers/ })).toBeVisible()

    await person.goesTo('Destinations')
    await page.getByRole('button', { name: 'Add destination' }).click()
    await dialog.getByRole('button', { name: /Email/ }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Team')
    await dialog.getByLabel('Integration').selectOption('Mail')
    await dialog.getByLabel('To Email').fill('ada@example.com, grace@example.org')
    await dialog.getByLabel('From Email').fill('reports@example.com')
    await dialog.getByLabel('Subject').fill('{{rows}} rows of {{entity}}')
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('Connection test successful')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add destination' }).click()
    await expect(page.getByRole('row', { name: /Team/ })).toBeVisible()

    await person.goesTo('Flows')
    await page.getByRole('button', { name: 'New flow' }).first().click()
    await dialog.getByLabel('Source').selectOption('Numbers')
    await dialog.getByLabel('Destination').selectOption('Team')
    await dialog.getByRole('button', { name: 'Create flow' }).click()
    await expect(page).toHaveURL(/\/floweditor\//)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('Succeeded').first()).toBeVisible({ timeout: 30_000 })

    expect(sendgrid.sent).toMatchObject([
      { subject: '2 rows of sheets.Orders', to: [{ email: 'ada@example.com' }, { email: 'grace@example.org' }] },
    ])
    expect(sendgrid.sent[0]?.attachment).toBe('\uFEFFid,customer,total\r\n1,Zoë,12.5\r\n2,Łukasz,0.1\r\n')
  })
})
