import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'

import { chooses } from './support/chooses.ts'
import { Person } from './support/person.ts'

test('a flow starts after another one, the graph shows both, and the run says after which it started', {
  tag: '@full',
}, async ({ page }) => {
  const person = new Person(page)
  await person.settlesInWithFlow()
  await person.navigates('/flows')
  await page.getByRole('button', { name: 'More for Shop to warehouse' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('button', { name: 'More for Shop to warehouse (copy)' }).click()
  await page.getByRole('menuitem', { name: 'Schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule' })
  await chooses(dialog, 'Starts after', 'Shop to warehouse')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('After Shop to warehouse')).toBeVisible()

  await page.getByText('Order', { exact: true }).click()
  const graph = page.getByRole('region', { name: 'Graph of flows' })
  const follower = graph.getByRole('link', { name: 'Shop to warehouse (copy), after Shop to warehouse' })
  await expect(follower).toContainText('never run')
  await graph.getByRole('link', { name: 'Shop to warehouse', exact: true }).click()
  await expect(page).toHaveURL(/\/flows\/[\w-]{36}$/)
  await person.presses('Run')
  await person.navigates('/flows?view=order')
  await expect(follower).toContainText('Succeeded', { timeout: 60_000 })

  await person.goesTo('Runs')
  // A narrower list leaves it to the page of the run.
  await page.setViewportSize({ width: 1600, height: 900 })
  await expect(page.getByText('After Shop to warehouse')).toBeVisible()
  await page.getByRole('link', { name: 'Shop to warehouse (copy)' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Shop to warehouse', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/^Shop to warehouse(?! \(copy\))/)
})

test('another program starts a flow by its inbound URL, with the example of the dialog', { tag: '@full' }, async ({
  page,
}) => {
  const person = new Person(page)
  await person.settlesInWithFlow()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'Inbound URL' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Inbound URL' })
  await dialog.getByRole('button', { name: 'Create the URL' }).click()
  const example = await dialog.getByRole('region', { name: 'Example for a shell' }).locator('pre').textContent()
  expect(JSON.parse(execFileSync('sh', ['-c', example ?? ''], { encoding: 'utf8' }))).toMatchObject({
    run_id: expect.any(String),
  })

  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Runs', exact: true }).click()
  const runs = page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: /By inbound URL/ })
  await expect(runs).toHaveText(/Succeeded/, { timeout: 60_000 })
})

test('SQL after the rows that fails is corrected and executed again, without the rows', { tag: '@full' }, async ({
  page,
}) => {
  const person = new Person(page)
  await person.settlesInWithFlow()
  const writes = async (sql: string) => {
    const dialog = page.getByRole('dialog', { name: 'SQL before and after' })
    await dialog.getByRole('textbox', { name: 'After all rows have arrived' }).fill(sql)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  }
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'SQL before and after' }).press('Enter')
  await writes('select * from nowhere')
  await person.presses('Run')
  await expect(page.getByText(/The rows arrived; the SQL after them failed at line 1/).first()).toBeVisible({
    timeout: 60_000,
  })

  await page.getByRole('link', { name: 'Open the SQL' }).first().click()
  await writes('select 1')
  await person.goesTo('Runs')
  await page.getByRole('link', { name: 'Shop to warehouse' }).first().click()
  await page.getByRole('button', { name: 'Execute only the SQL again' }).click()
  await expect(page.getByText('Partly succeeded', { exact: true })).toBeHidden()
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
})
