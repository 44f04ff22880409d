import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

test('flows are tagged together, grouped, kept as a view, and walked by keys', async ({ page }) => {
  const person = new Person(page)
  await person.settlesInWithFlow()
  await person.navigates('/flows')
  await page.getByRole('button', { name: 'More for Shop to warehouse' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('link', { name: 'Shop to warehouse (copy)', exact: true })).toBeVisible()

  // The menu gave the focus back to its button, in the first row.
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('toolbar', { name: 'Selected' }).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: 'Tags' }).click()
  const tags = page.getByRole('dialog', { name: 'Tags' })
  await tags.getByRole('textbox', { name: 'Add tags' }).fill('nightly')
  await tags.getByRole('button', { name: 'Save' }).click()

  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitemradio', { name: 'Tag' }).click()
  await expect(page.getByRole('button', { name: 'nightly 2' })).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save as a view' }).click()
  const view = page.getByRole('dialog', { name: 'Save as a view' })
  await view.getByRole('textbox', { name: 'Name' }).fill('By tag')
  await view.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/saved=/)

  await person.navigates('/flows')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'By tag' }).click()
  await page.getByRole('button', { name: 'nightly 2' }).click()
  await expect(page.getByRole('link', { name: 'Shop to warehouse', exact: true })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'View: By tag' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/flows\/[\w-]{36}$/)
})
