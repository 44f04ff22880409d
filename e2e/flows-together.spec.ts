import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

test('a flow starts after another one, the graph shows both, and the run says after which it started', async ({
  page,
}) => {
  const person = new Person(page)
  await person.settlesInWithFlow()
  await person.navigates('/flows')
  await page.getByRole('button', { name: 'More for Shop to warehouse' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('button', { name: 'More for Shop to warehouse (copy)' }).click()
  await page.getByRole('menuitem', { name: 'Schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule' })
  await dialog.getByLabel('Starts after').selectOption('Shop to warehouse')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('After Shop to warehouse')).toBeVisible()

  await page.getByText('Order', { exact: true }).click()
  const graph = page.getByRole('region', { name: 'Graph of flows' })
  const follower = graph.getByRole('link', { name: 'Shop to warehouse (copy), after Shop to warehouse' })
  await expect(follower).toContainText('never run')
  await graph.getByRole('link', { name: 'Shop to warehouse', exact: true }).click()
  await expect(page).toHaveURL(/\/floweditor\//)
  await person.presses('Run')
  await person.navigates('/flows?view=order')
  await expect(follower).toContainText('Succeeded', { timeout: 60_000 })

  await person.goesTo('Runs')
  await expect(page.getByText('After Shop to warehouse')).toBeVisible()
  await page.getByRole('link', { name: 'Shop to warehouse (copy)' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Shop to warehouse', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/^Shop to warehouse(?! \(copy\))/)
})
