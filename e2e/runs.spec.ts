import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

/** Databases, as far as they answer: one says that it has no such database, one says nothing. */
let refusing: Server
let silent: Server

test.beforeAll(async () => {
  const fields = Buffer.from('SFATAL\0C3D000\0Mdatabase "dw" does not exist\0\0')
  const header = Buffer.from('E\0\0\0\0')
  header.writeInt32BE(fields.length + 4, 1)
  const refusal = Buffer.concat([header, fields])
  refusing = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(refusal)))
  silent = createServer((socket) => socket.on('error', () => {}))
  for (const server of [refusing, silent]) await once(server.listen(0, '127.0.0.1'), 'listening')
})
test.afterAll(() => {
  for (const server of [refusing, silent]) server.close()
})

test('runs have a list and a page of their own, from which one comes back to the same list', async ({ page }) => {
  const person = new Person(page)
  const { flow } = await person.settlesInWithFlow()
  await person.presses('Run')
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 30_000 })

  await person.goesTo('Runs')
  const rows = page.getByRole('table', { name: 'Runs' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Shop to warehouse')
  await page.keyboard.press('Shift+F')
  await page.keyboard.type('WAREHOUSE')
  await expect(page).toHaveURL(/q=WAREHOUSE/)
  await page.getByRole('radio', { name: 'Succeeded', exact: true }).check({ force: true })
  const list = page.url()

  await rows.nth(1).getByRole('link', { name: 'Shop to warehouse' }).press('Enter')
  await expect(page).toHaveURL(/\/runs\/[\da-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Succeeded')
  await expect(page.getByRole('region', { name: 'Log' })).toContainText('Attempt 1 of')
  await expect(
    page
      .getByRole('table', { name: 'Tables' })
      .getByRole('img', { name: /^Verified/ })
      .first(),
  ).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(list)
  await expect(rows.nth(1).getByRole('link', { name: 'Shop to warehouse' })).toBeFocused()

  await rows.nth(1).getByRole('link', { name: 'Shop to warehouse' }).press('Enter')
  const first = page.url()
  await page.getByRole('tab', { name: 'Attempts' }).click()
  await page.reload()
  await expect(page.getByRole('tabpanel').getByText('Attempt 1')).toBeVisible()
  await person.presses('Run again')
  await expect(page).not.toHaveURL(new RegExp(`^${first}`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Succeeded', { timeout: 30_000 })
  await page.getByRole('tab', { name: 'Against the last run' }).click()
  await expect(page.getByRole('table', { name: 'Compared with the earlier run' })).toBeVisible()
  await page.getByRole('tab', { name: 'Why it changed' }).click()
  await expect(page.getByText('Nothing known has changed since')).toBeVisible()

  await person.opens(`/flows?view=runs&flow=${flow}`)
  await expect(page).toHaveURL(new RegExp(`/runs\\?flow=${flow}$`))
  await expect(rows).toHaveCount(3)
  for (const nowhere of ['4dcb5f43-17b7-4b0e-9b3c-2f4dd0a8cc11', 'nonsense']) {
    await person.opens(`/runs/${nowhere}`)
    await expect(page.getByText('This run does not exist')).toBeVisible()
  }
  await page.getByRole('link', { name: 'See all runs' }).click()
  await expect(rows).toHaveCount(3)
})

test('a run that fails says why, in its row and on its page; one that is cancelled says by whom', {
  tag: '@full',
}, async ({ page }) => {
  const person = new Person(page)
  const call = await person.settlesIn()
  const startsFlow = async (name: string, server: Server) => {
    const { port } = server.address() as AddressInfo
    const credentials = { host: '127.0.0.1', port, user: 'etl', password: 'pw', dbname: 'dw', sslmode: 'disable' }
    const keys = await call('POST', '/integrations', { name, type: 'postgres', credentials })
    const end = await call('POST', '/connections', { name, type: 'postgres', integration_id: keys.id, config: {} })
    const ends = { source_connection: { id: end.id }, destination_connection: { id: end.id } }
    const flow = await call('POST', '/flows', { name, ...ends })
    return (await call('POST', `/flows/${flow.id}/run`, {})).run_id
  }

  await startsFlow('Refused by a server with quite a long name', refusing)
  await person.opens('/runs?state=failed')
  const row = page.getByRole('row', { name: /Refused/ })
  await expect(row).toContainText('database "dw" does not exist')
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('NOT EXIST')
  await expect(page).toHaveURL(/q=NOT/)
  await row.getByRole('link', { name: /^Refused/ }).click()
  await expect(page.getByRole('alert')).toContainText('database "dw" does not exist')
  await page.setViewportSize({ width: 390, height: 844 })
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await wider()).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('combobox', { name: 'Lines shown' }).selectOption('Errors')
  await expect(page.getByText(/^1 of \d+ lines$/)).toBeVisible()

  await person.opens(`/runs/${await startsFlow('Silent', silent)}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Running')
  await person.presses('Cancel')
  await person.presses('Cancel the run')
  await expect(page.getByText('This run was cancelled')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('region', { name: 'Log' })).toContainText(/Cancelled by .+\./)
})
