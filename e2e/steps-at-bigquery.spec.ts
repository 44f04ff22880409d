import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

/** A preview and a run start processes, and the test account starts with the first of them. */
const PATIENCE = { timeout: 60_000 }

test('rows are grouped in BigQuery, chosen in the preview, and the run and the canvas say what became of them', {
  tag: '@full',
}, async ({ page }) => {
  test.slow()
  const person = new Person(page)
  const { flow, call } = await person.settlesInWithFlow()
  const dataset = await call('POST', '/stand-ins', { type: 'bigquery', capability: 'destination' })
  const measures = [{ name: 'orders', function: 'count' }]
  const groups = { id: 'g', type: 'aggregate', stream: 'public.orders', settings: { by: ['customer_id'], measures } }
  const streams = [{ entity: 'public.orders', mode: 'replace' }]
  await call('PATCH', `/flows/${flow}`, {
    destination_connection: { id: dataset.id },
    config: { streams, transformations: [groups] },
  })

  await person.opens(`/floweditor/${flow}`)
  await page.getByRole('group', { name: /^Step 1 of 1: Aggregate/ }).click()
  await page.getByRole('button', { name: 'Runs in Millrace' }).click(PATIENCE)
  await page.getByText('BigQuery (destination)').click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Runs in the destination' })).toBeVisible(PATIENCE)

  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('img', { name: /^Rows: 55 came to the step, \d+ left it/ })).toBeVisible(PATIENCE)
  await page.getByRole('link', { name: 'Succeeded' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /Shop to warehouse.*Succeeded/ })).toBeVisible(PATIENCE)
  // None of them was filtered.
  await expect(page.getByText(/^55 rows read · \d+ bytes moved$/)).toBeVisible()
  await expect(page.getByText('Steps made new rows; none is filtered.')).toBeVisible()
})
