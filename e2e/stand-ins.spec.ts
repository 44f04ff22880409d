import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

/** A stand-in is started and tested by the first process of tasks of its account, which waits its turn while other accounts start theirs. */
const STARTED = { timeout: 60_000 }

test('a type is tried with a stand-in, its rows are looked at by a condition, and everything is gone with one button', {
  tag: '@full',
}, async ({ page }) => {
  const person = new Person(page)
  const { flow } = await person.settlesInWithFlow()
  await person.goesTo('Destinations')
  await page.getByRole('button', { name: 'Add destination' }).click()
  await page.getByRole('button', { name: 'Try it with a test account: BigQuery' }).click()
  const row = page.getByRole('row', { name: /BigQuery \(test account\)/ })
  await expect(row.getByText('Test account', { exact: true })).toBeVisible(STARTED)

  await person.opens(`/floweditor/${flow}`)
  await page.getByRole('group', { name: /^Source/ }).click()
  await page.getByRole('button', { name: 'Preview, SQL and log' }).click()
  await page.getByRole('textbox', { name: 'Only rows where' }).fill('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/ where "id" IN \(1\)/)).toBeVisible()

  await person.goesTo('Integrations')
  await page.getByRole('button', { name: 'Remove all test accounts' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('Connections: BigQuery (test account)')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove all test accounts' }).click()
  await expect(page.getByRole('row', { name: /test account/ })).toHaveCount(0)
})
