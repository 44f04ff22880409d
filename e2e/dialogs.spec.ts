import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

test('dismissing a notice leaves the dialog open and what was typed in place', async ({ page }) => {
  const person = new Person(page)
  await person.registers()
  await person.createsOrganization()
  await person.goesTo('Sources')
  await page.getByRole('button', { name: 'Add source' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /PostgreSQL/ }).click()
  for (const [label, value] of [
    ['Name', 'Shop'],
    ['Host', '127.0.0.1'],
    ['Port', '1'],
    ['User', 'nobody'],
    ['Password', 'nothing'],
    ['Database name', 'none'],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).fill(value)
  }
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Failed to test connection')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).first().click()

  await expect(page.getByText('Failed to test connection')).toBeHidden()
  await expect(dialog.getByLabel('Host')).toHaveValue('127.0.0.1')
})
