import { expect, type Page, test } from '@playwright/test'

import { type GoogleOauthStandIn, startGoogleOauth } from '../src/stand-ins/google-oauth.ts'
import { Person } from './support/person.ts'
import { launchMillrace, type RunningMillrace } from './support/start-millrace.ts'

test.describe('a Google integration', () => {
  // They share what Google grants and whether its consent holds.
  test.describe.configure({ mode: 'serial' })
  let google: GoogleOauthStandIn
  let millrace: RunningMillrace

  test.beforeAll(async () => {
    google = await startGoogleOauth()
    millrace = await launchMillrace({
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_BASE_URL: google.baseUrl,
    })
  })
  test.afterAll(async () => {
    await millrace.stop()
    await google.stop()
  })

  async function atTheDialog(page: Page): Promise<Person> {
    const person = new Person(page, 'en', millrace.origin)
    await person.settlesIn()
    await person.navigates('/integrations?dialog=add&kind=google_oauth')
    return person
  }
  /** Presses the button of the dialog. @returns the window that opens, on Google's page */
  async function asked(page: Page): Promise<Page> {
    const opening = page.waitForEvent('popup')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Connect Google|Open the window again/ })
      .click()
    const popup = await opening
    await expect(popup.getByRole('link', { name: 'Allow', exact: true })).toBeVisible()
    return popup
  }

  /** A test of a spreadsheet over the one integration, as it is made from its form. */
  async function testsSpreadsheet(page: Page, person: Person): Promise<void> {
    const listing = page.waitForResponse(/\/v1\/organizations\/[^/]+\/integrations$/)
    await person.opens('/integrations')
    const listed = await listing
    const headers = { authorization: (await listed.request().headerValue('authorization')) ?? '' }
    // Asked for again: the answer may have come to the page before, and the browser forgets it with that page.
    const [integration] = await (await page.request.get(listed.url(), { headers })).json()
    const answer = await page.request.post(listed.url().replace(/integrations$/, 'connections/test'), {
      headers,
      data: {
        type: 'google_sheets',
        integration_id: integration.id,
        config: { spreadsheet_id: '1aBcD3FgHiJkLmNoPqRs' },
      },
    })
    expect(await answer.json()).toMatchObject({
      code: 'REAUTH_REQUIRED',
      message: expect.stringContaining('“Finance”'),
    })
  }

  test('is added through a window of Google’s, and its token is never shown', async ({ page }) => {
    await atTheDialog(page)
    await page.getByLabel('Connection name').fill('Marketing sheets')
    const popup = await asked(page)
    await popup.getByRole('link', { name: 'Allow', exact: true }).click()

    await expect(page.getByText('Google is connected')).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('button', { name: 'Marketing sheets', exact: true })).toBeVisible()
    expect(page.url()).not.toContain('code=')
    await expect(page.getByText('Reconnect needed')).toHaveCount(0)
  })

  test('is not added when the person cancels, comes too late, grants too little or closes the window', async ({
    page,
  }) => {
    await atTheDialog(page)
    const said = (text: string) => expect(page.getByRole('dialog').getByText(text)).toBeVisible()

    await (await asked(page)).getByRole('link', { name: 'Cancel instead' }).click()
    await said('Connecting was cancelled')

    await (await asked(page)).getByRole('link', { name: 'Allow too late' }).click()
    await said('That took too long')

    google.settings.grant = 'openid email'
    await (await asked(page)).getByRole('link', { name: 'Allow', exact: true }).click()
    await said('Access to spreadsheets is missing')
    google.settings.grant = 'https://www.googleapis.com/auth/spreadsheets openid email'

    google.settings.isIsolated = false
    const popup = await asked(page)
    await said('Waiting for Google')
    await popup.close()
    await said('The window was closed')
    google.settings.isIsolated = true

    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(page.getByText('No integrations yet')).toBeVisible()
  })

  test('whose consent was withdrawn says so, and is connected again by the same account only', async ({ page }) => {
    const person = await atTheDialog(page)
    await page.getByLabel('Connection name').fill('Finance')
    await (await asked(page)).getByRole('link', { name: 'Allow', exact: true }).click()
    await page.getByRole('button', { name: 'Done' }).click()

    google.withdraw()
    await testsSpreadsheet(page, person)

    await page.reload()
    await expect(page.getByText('Reconnect needed')).toBeVisible()
    await page.getByRole('button', { name: 'Reconnect' }).first().click()
    google.settings.email = 'somebody.else@gmail.test'
    await (await asked(page)).getByRole('link', { name: 'Allow', exact: true }).click()
    await expect(page.getByText('That was another Google account')).toBeVisible()

    google.settings.email = 'ada@gmail.test'
    await (await asked(page)).getByRole('link', { name: 'Allow', exact: true }).click()
    await expect(page.getByText('Google is connected')).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('button', { name: 'Finance', exact: true })).toBeVisible()
    await expect(page.getByText('Reconnect needed')).toHaveCount(0)
  })
})
