import { expect, test } from '@playwright/test'

import { chooses } from './support/chooses.ts'
import { Person } from './support/person.ts'

test('from the graph of connections to one of them, its page, its settings, and a new flow from it', async ({
  page,
}) => {
  const person = new Person(page)
  await person.settlesInWithFlow()

  await person.navigates('/flows?view=connections')
  const graph = page.getByRole('region', { name: 'Graph of flows' })
  await expect(graph.getByRole('link', { name: 'Shop to warehouse' })).toBeVisible()
  await graph.getByRole('button', { name: '1 flow, Sample shop to Sample warehouse' }).click()
  await expect(graph.getByRole('link', { name: 'Shop to warehouse' })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(graph.getByRole('listitem').first()).toBeVisible()
  await graph.getByRole('link', { name: 'Sample shop' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Sample shop' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await person.presses('Test')
  // A process for the tests begins first.
  await expect(page.getByRole('list', { name: 'Test stages' })).toBeVisible({ timeout: 40_000 })
  await page.keyboard.press('Escape')
  await expect(page.getByText('Last test').locator('..').getByText('Passed')).toBeVisible()
  await person.presses('Edit')
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('Sample shop')
  await page.keyboard.press('Escape')

  await person.navigates('/flows?dialog=add')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Source' })).toHaveValue('Sample shop')
  await dialog.getByRole('combobox', { name: 'Destination' }).click()
  await page.getByRole('option', { name: 'Add a destination' }).click()
  await expect(page.getByRole('dialog', { name: 'Add a destination' })).toBeVisible()
  await page.keyboard.press('Escape')
  await chooses(dialog, 'Destination', 'Sample ware')
  await dialog.getByRole('button', { name: 'Create flow' }).click()
  await expect(page).toHaveURL(/\/floweditor\//)
})
