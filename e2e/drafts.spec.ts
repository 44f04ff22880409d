import { expect, type Page, test } from '@playwright/test'

import { Person } from './support/person.ts'

const schedule = { cron: '0 3 * * *', timezone: 'UTC' }

test('an edit of a nightly flow is used by its runs once it is published', { tag: '@full' }, async ({ page }) => {
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

test('two people edit one draft, and when one of them publishes it, the other sees that', async ({ page, browser }) => {
  const owner = new Person(page)
  const { flow, call } = await owner.settlesInWithFlow()
  const streams = [{ entity: 'public.orders', mode: 'replace' }]
  await call('PATCH', `/flows/${flow}`, { config: { streams, transformations: [], schedule } })
  const colleague = new Person(await (await browser.newContext()).newPage())
  const { url: link } = await call('POST', '/invitations', { email: colleague.email, roles: ['editor'] })
  const accept = await colleague.settlesIn('Elsewhere')
  await accept('POST', '/v1/invitations/accept', { token: new URL(link).searchParams.get('token') })
  await owner.opens(`/floweditor/${flow}`)
  await colleague.opens(`/floweditor/${flow}`)
  const other = colleague.page
  await expect(other.getByLabel('Name of the flow')).toBeVisible()

  await adds(page, 'Limit rows')
  await expect(other.getByText('1 change is not live')).toBeVisible()
  await expect(other.getByRole('group', { name: /^Step 1 of 1: Limit rows/ })).toBeVisible()
  await adds(other, 'Limit rows')
  await expect(page.getByRole('group', { name: /^Step \d of 2: Limit rows/ })).toHaveCount(2)
  await expect(page.getByText('2 changes are not live')).toBeVisible()

  await owner.presses('Publish')
  const dialog = page.getByRole('dialog', { name: 'Publish 2 changes' })
  await dialog.getByLabel('Note').fill('Ours')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('2 changes are not live')).toBeHidden()
  await expect(other.getByText('2 changes are not live')).toBeHidden()
  await colleague.opens(`/flows/${flow}?dialog=versions`)
  await expect(other.getByRole('dialog', { name: 'Versions' }).getByText('Ours')).toBeVisible()
})

async function adds(page: Page, step: string): Promise<void> {
  await page.getByRole('button', { name: 'Add step' }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${step}`) })
    .click()
}
