import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

type Storage = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** A person at home, and what their organization has: a flow of the sample data, its run and ends, a mirror that was not started, and a flow in the trash. */
export interface Inhabited {
  /** What their browser keeps, to open any page as them. */
  readonly storageState: Storage
  readonly flow: string
  readonly run: string
  readonly source: string
  readonly destination: string
  readonly mirror: string
}

/** A new person with an organization, whose sample data were moved once. */
export async function moveIn(browser: Browser, origin: string): Promise<Inhabited> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(`${origin}/register`)
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Organization name').fill('Acme')
    const asked = page.waitForRequest(/\/v1\/organizations\/[^/]+\/flows/)
    await page.getByRole('button', { name: 'Create organization' }).click()
    const request = await asked
    await page.getByRole('navigation').first().waitFor()
    const headers = { authorization: (await request.allHeaders())['authorization'] ?? '' }
    const base = /^.*\/v1\/organizations\/[^/]+/.exec(request.url())?.[0] ?? ''
    const call = async (method: string, path: string, data?: object) => {
      const answer = await context.request.fetch(base + path, { method, headers, data, failOnStatusCode: true })
      return answer.status() === 204 ? undefined : answer.json()
    }
    const { connections, flow } = await call('POST', '/sample-data')
    const { run_id: run } = await call('POST', `/flows/${flow.id}/run`)
    const [source_connection, destination_connection] = connections
    const spare = await call('POST', '/flows', { name: 'Spare', source_connection, destination_connection })
    await call('DELETE', `/flows/${spare.id}`)
    const streams = [{ entity: 'public.customers', target: 'public.mirrored', mode: 'mirror' }]
    const mirror = await call('POST', '/flows', {
      ...{ name: 'Mirror', source_connection, destination_connection },
      config: { streams },
    })
    await page.goto(`${origin}/runs/${run}`)
    await page.getByText('Succeeded').first().waitFor({ timeout: 60_000 })
    const storageState = await context.storageState({ indexedDB: true })
    const ends = { source: source_connection.id, destination: destination_connection.id }
    return { storageState, flow: flow.id, run, mirror: mirror.id, ...ends }
  } finally {
    await context.close()
  }
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
