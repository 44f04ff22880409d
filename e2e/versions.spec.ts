import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

test('a flow is restored to what it was before a change, and the run that used it leads there', {
  tag: '@full',
}, async ({ page }) => {
  const person = new Person(page)
  const { flow } = await person.settlesInWithFlow()
  await person.opens(`/floweditor/${flow}`)
  await person.presses('Run')
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  await page.getByRole('textbox', { name: 'Name of the flow' }).fill('Wrong name')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await person.goesTo('Runs')
  await page.getByRole('link', { name: 'Wrong name' }).click()
  await page.getByRole('link', { name: 'Version 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Versions' })
  await expect(dialog.getByText('Version 2')).toBeVisible()
  await dialog.getByRole('button', { name: 'Compare with version 1' }).click()
  await expect(dialog.getByText('The name becomes “Shop to warehouse”.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Restore version 1' }).click()

  await expect(page.getByRole('textbox', { name: 'Name of the flow' })).toHaveValue('Shop to warehouse')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name of the flow' })).toHaveValue('Shop to warehouse')
})
