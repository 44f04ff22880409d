import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

const schedule = { cron: '0 3 * * *', timezone: 'UTC' }

test('an edit of a nightly flow is used by its runs once it is published', async ({ page }) => {
  const person = new Person(page)
  const { flow, call } = await person.settlesInWithFlow()
  const config = { streams: [{ entity: 'public.orders', mode: 'replace' }], transformations: [] }
  await call('PATCH', `/flows/${flow}`, { config: { ...config, schedule } })
  const limit = { id: 't1', type: 'limit', settings: { rows: 10 } }
  await call('PUT', `/flows/${flow}/draft`, { config: { ...config, schedule, transformations: [limit] } })

  await person.opens(`/floweditor/${flow}`)
  await expect(page.getByText('1 change is not live')).toBeVisible()
  await person.presses('Run')
  await page
    .getByRole('dialog', { name: 'Run what is published?' })
    .getByRole('button', { name: 'Run what is published' })
    .click()
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('1 change is not live')).toBeVisible()

  await person.presses('Publish')
  const dialog = page.getByRole('dialog', { name: 'Publish 1 change' })
  await expect(dialog.getByText('rows: 10')).toBeVisible()
  await dialog.getByLabel('Note').fill('Only ten')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('1 change is not live')).toBeHidden()

  await person.opens(`/floweditor/${flow}?dialog=versions`)
  await expect(page.getByRole('dialog', { name: 'Versions' }).getByText('Only ten')).toBeVisible()
})
