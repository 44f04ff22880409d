import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'
import { originOf } from './support/start-millrace.ts'

// A newcomer sees everything move; most of the other journeys spare it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a newcomer registers, uses the sample data, runs the flow and sees rows arrive within a minute', async ({
  page,
}) => {
  const began = Date.now()
  const newcomer = new Person(page)
  await newcomer.opens()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(/local installation/i)).toBeVisible()
  await newcomer.registers()
  await newcomer.createsOrganization()

  await page.getByRole('button', { name: 'Use sample data' }).first().click()
  await expect(page).toHaveURL(/\/floweditor\//, { timeout: 30_000 })
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('Flow run triggered successfully!')).toBeVisible()
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('250,248').first()).toBeVisible()

  const seconds = (Date.now() - began) / 1_000
  process.stdout.write(`From the first page to 250,248 rows moved: ${seconds.toFixed(1)} s\n`)
  expect(seconds).toBeLessThan(60)
})

test('the server says that it is well, and tells the client where everything is', async ({ request }) => {
  for (const path of ['/healthz', '/readyz']) expect((await request.get(originOf() + path)).status()).toBe(200)
  expect(await (await request.get(`${originOf()}/config.json`)).json()).toMatchObject({
    firebase: { projectId: 'demo-millrace' },
    authEmulatorOrigin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
  })
})
