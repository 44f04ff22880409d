import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'

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

/** Answers in the server's place for what a page would have to be filled with first. */
export async function answerWith(context: BrowserContext, path: RegExp, body: unknown): Promise<void> {
  const json = JSON.stringify(body)
  await context.route(path, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 200, contentType: 'application/json', body: json })
      : route.continue(),
  )
}
