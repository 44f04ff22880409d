import { expect, test } from '@playwright/test'

import { startOpenLineage } from '../test/stand-ins/openlineage/open-lineage.ts'
import { Person } from './support/person.ts'

test('a person has a webhook told, sees what it answers, and promises how fresh rows are', async ({ page }) => {
  const person = new Person(page)
  await person.settlesInWithFlow()

  await person.navigates('/organization-settings?section=alerts')
  await expect(page.getByText('Nobody is notified yet')).toBeVisible()
  await person.presses('Add a channel')
  const dialog = page.getByRole('dialog', { name: 'Add a channel' })
  await dialog.getByLabel('Kind').selectOption('Webhook')
  // Nothing answers there, on any machine.
  await dialog.getByLabel('Address').fill('https://localhost:1/hooks')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
  await person.presses('Done')

  await person.presses('Send a test')
  await expect(page.getByRole('alert')).toContainText('Nothing answers at localhost on port 1.')
  await expect(page.getByRole('table', { name: 'What was sent' })).toContainText('Given up')
  await person.presses('Details: Test message')
  const message = page.getByRole('dialog', { name: 'Test message' })
  await expect(message.getByRole('region', { name: 'Body' })).toContainText('"type": "test"')
  await message.getByRole('button', { name: 'Send again' }).click()
  await expect(message.getByRole('alert')).toContainText('Nothing answers at localhost on port 1.')
  await message.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Details: Test message' })).toHaveCount(2)

  await person.opens('/flows')
  await page.getByRole('button', { name: /^More for / }).click()
  await page.getByRole('menuitem', { name: 'Freshness limit' }).click()
  const freshness = page.getByRole('dialog', { name: 'Freshness limit' })
  await freshness.getByLabel('Rows are no older than').fill('6')
  await freshness.getByRole('button', { name: 'Save' }).click()
  await expect(freshness).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: /^More for / }).click()
  await page.getByRole('menuitem', { name: 'Freshness limit' }).click()
  await expect(freshness.getByLabel('Rows are no older than')).toHaveValue('6')
})

test('a data catalogue is told which columns a run made from which, and a person sees what was sent', {
  tag: '@full',
}, async ({ page }) => {
  const catalogue = await startOpenLineage({ isPlain: true })
  const person = new Person(page)
  const { flow, call } = await person.settlesInWithFlow()
  await person.navigates('/organization-settings?section=alerts&dialog=add')
  const dialog = page.getByRole('dialog', { name: 'Add a channel' })
  await dialog.getByLabel('Kind').selectOption('OpenLineage (data catalogue)')
  await dialog.getByLabel('Name (optional)').fill('Our catalogue')
  await dialog.getByLabel('Address').fill(catalogue.url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('table', { name: 'Alert channels' })).toContainText('Our catalogue')

  await call('POST', `/flows/${flow}/run`, {})
  await expect
    .poll(() => catalogue.events.map(({ event }) => event.eventType), { timeout: 40_000 })
    .toEqual(['START', 'COMPLETE'])
  expect(catalogue.refusals).toEqual([])
  expect(catalogue.events[1]?.event.outputs[0].facets.columnLineage.fields).not.toEqual({})
  await page.reload()
  const sent = page.getByRole('table', { name: 'What was sent' })
  await expect(sent.getByRole('row', { name: /Our catalogue.*Arrived/ })).toHaveCount(2)
  await catalogue.stop()
})
