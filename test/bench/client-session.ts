import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

type Storage = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** A new person with an organization: what their browser keeps, to open any page as them. */
export async function signUp(browser: Browser, origin: string): Promise<Storage> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/register`)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Organization name').fill('Acme')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByRole('navigation').first().waitFor()
  const storage = await context.storageState({ indexedDB: true })
  await context.close()
  return storage
}

/** Answers requests for paths that end so in the server's place, with what a page would have to be filled with first. */
export async function answerWith(page: Page, path: string, body: unknown, method = 'GET'): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const json = Buffer.from(JSON.stringify(body)).toString('base64')
  devtools.on('Fetch.requestPaused', ({ requestId, request }) => {
    const answer =
      request.method === method
        ? devtools.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: 200,
            responseHeaders: [{ name: 'content-type', value: 'application/json' }],
            body: json,
          })
        : devtools.send('Fetch.continueRequest', { requestId })
    answer.catch(() => undefined)
  })
  // Only these stop: routes of Playwright hold up every request of the page, and that would be measured.
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: `*/v1/organizations/*${path}` }] })
}
