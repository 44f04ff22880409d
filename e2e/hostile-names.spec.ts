import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

import { expect, test } from '@playwright/test'

import { type RunningPostgres, startPostgres } from '../test/support/postgres/start-postgres.ts'
import { run as runSql } from '../test/support/run-sql.ts'
import { Person } from './support/person.ts'

/** What ends an attribute, an element and a script, and what a page would run on the way. */
const hostile = (name: string) => `${name}"'><img src=x onerror=alert(1)></script><script>alert(2)</script>`

/** As much of it as the name of a table or a column may be long. */
const short = (name: string) => `${name}"'><img src=x onerror=alert(3)>`
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const TABLE = `public.${quoted(short('table'))}`

// Without the policy that would stop such code anyway: what is tried is that it never becomes code.
test.use({ bypassCSP: true })

test.describe('names and error texts that are meant to run as code', () => {
  /** A database that refuses everybody in words of its own choice. */
  let server: Server
  let postgres: RunningPostgres

  test.beforeAll(async () => {
    postgres = await startPostgres()
    await runSql(
      postgres.url,
      `create table ${TABLE} as select '${hostile('value').replaceAll("'", "''")}' as ${quoted(short('column'))}`,
    )
    const fields = Buffer.from(`SFATAL\0C3D000\0M${hostile('no database')}\0\0`)
    const header = Buffer.from('E\0\0\0\0')
    header.writeInt32BE(fields.length + 4, 1)
    server = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([header, fields])))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  test.afterAll(async () => {
    server.close()
    await postgres.stop()
  })

  test('are shown as they were typed, on every page', async ({ page }) => {
    const alarms: string[] = []
    page.on('dialog', (dialog) => {
      alarms.push(dialog.message())
      void dialog.dismiss()
    })
    const person = new Person(page)
    const call = await person.settlesIn()
    const { port } = server.address() as AddressInfo
    const credentials = { host: '127.0.0.1', port, user: 'etl', password: 'pw', dbname: 'dw', sslmode: 'disable' }
    await call('POST', '/integrations', { name: hostile('Mail'), type: 'sendgrid', credentials: { api_key: 'k' } })
    const keys = await call('POST', '/integrations', { name: hostile('Keys'), type: 'postgres', credentials })
    const draft = { type: 'postgres', integration_id: keys.id, config: {} }
    const shop = await call('POST', '/connections', { ...draft, name: hostile('Shop') })
    const attic = await call('POST', '/connections', { ...draft, name: hostile('Attic') })
    const { host, port: own, user, password, database } = postgres
    const open = await call('POST', '/integrations', {
      name: 'Yard',
      type: 'postgres',
      credentials: { host, port: own, user, password, dbname: database, sslmode: 'disable' },
    })
    const yard = await call('POST', '/connections', {
      name: 'Yard',
      type: 'postgres',
      integration_id: open.id,
      config: {},
    })
    const sweep = await call('POST', '/flows', {
      name: 'Sweep',
      source_connection: { id: yard.id },
      destination_connection: { id: attic.id },
      config: { streams: [{ entity: TABLE }], transformations: [] },
    })
    const ends = { source_connection: { id: shop.id }, destination_connection: { id: attic.id } }
    const flow = await call('POST', '/flows', { name: hostile('Nightly'), ...ends })
    const run = await call('POST', `/flows/${flow.id}/run`, {})
    await call('PATCH', '/v1/users/me', { display_name: hostile('Ada') })
    await call('PUT', '', { name: hostile('Acme') })

    const has = (text: string) =>
      page.evaluate(
        (wanted) =>
          document.body.textContent.includes(wanted) ||
          [...document.querySelectorAll('input')].some(({ value }) => value.includes(wanted)),
        text,
      )
    const PLACES = [
      ['/', hostile('Nightly')],
      ['/flows', hostile('Nightly')],
      ['/sources', hostile('Shop')],
      ['/destinations', hostile('Attic')],
      ['/integrations', hostile('Mail')],
      [`/floweditor/${flow.id}`, hostile('Shop')],
      ['/profile', hostile('Ada')],
      ['/organization-settings', hostile('Acme')],
      ['/organization-settings?section=members', hostile('Ada')],
      ['/organization-settings?section=audit', hostile('Nightly')],
      [`/flows?dialog=delete&id=${flow.id}`, hostile('Nightly')],
      [`/sources?dialog=delete&id=${shop.id}`, hostile('Nightly')],
      [`/sources?dialog=test&id=${shop.id}`, hostile('no database')],
      ['/runs', hostile('no database')],
      [`/runs/${run.run_id}`, hostile('no database')],
      [`/sources?dialog=discover&id=${yard.id}`, TABLE],
      [`/floweditor/${sweep.id}`, TABLE],
    ] as const
    // What was made by calls is read once for all of them.
    await person.opens()
    for (const [path, text] of PLACES) {
      await person.navigates(path)
      await expect.poll(() => has(text), path).toBe(true)
      expect(await page.locator('img[src="x"]').count(), path).toBe(0)
      expect(alarms, path).toEqual([])
    }

    await page.getByRole('button', { name: /^Settings of public/ }).click()
    await expect.poll(() => has(short('column'))).toBe(true)
    await page.getByRole('button', { name: /^Show rows of public/ }).click()
    await expect.poll(() => has(hostile('value'))).toBe(true)
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(alarms).toEqual([])
  })

  test('would be noticed if they did', async ({ page }) => {
    await new Person(page).opens('/login')
    const alarm = page.waitForEvent('dialog')
    await page.evaluate((html) => {
      document.body.innerHTML = html
    }, hostile('Nobody'))
    await (await alarm).dismiss()
  })
})
