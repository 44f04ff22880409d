import { expect, test } from '@playwright/test'

import { type RunningPostgres, startPostgres } from '../test/support/postgres/start-postgres.ts'
import { run } from '../test/support/run-sql.ts'
import { Person } from './support/person.ts'
import { launchMillrace, type RunningMillrace } from './support/start-millrace.ts'

test.describe('a schedule', () => {
  let store: RunningPostgres
  let millrace: RunningMillrace

  test.beforeAll(async () => {
    // A store that the journey can reach, because no clock makes a week pass.
    store = await startPostgres()
    millrace = await launchMillrace({ DATABASE_URL: store.url })
  })
  test.afterAll(async () => {
    await millrace?.stop()
    await store?.stop()
  })

  /** As if the time that the schedule names had come; only once the server has worked that time out. */
  const comesDue = (flow: string) =>
    expect
      .poll(
        () =>
          run(
            store.url,
            `with due as (update millrace.flows set due_at = now() where id = $1 and due_at > now() returning id)
             select pg_notify('millrace_schedules', '') from due`,
            [flow],
          ),
        { timeout: 10_000 },
      )
      .toHaveLength(1)

  test('that a person sets starts a run by itself, and the history says so without a reload', async ({ page }) => {
    const person = new Person(page, 'en', millrace.origin)
    const { flow } = await person.settlesInWithFlow()
    await page.getByRole('tab', { name: 'Runs', exact: true }).click()
    await expect(page.getByText('No runs yet')).toBeVisible()

    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'Schedule' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Schedule' })
    await dialog.getByLabel('Runs').selectOption('Every week')
    await dialog.getByLabel('Day of the week').selectOption('Wednesday')
    await dialog.getByLabel('Time', { exact: true }).fill('07:30')
    await expect(dialog.getByText(/At 7:30 AM.*only on Wednesday/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()

    await comesDue(flow)
    const runs = page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: /On schedule/ })
    await expect(runs).toHaveText(/Succeeded/, { timeout: 30_000 })
    await expect(runs).toHaveCount(1)
  })

  test('goes on with what is published while a step of the draft is unfinished', { tag: '@full' }, async ({ page }) => {
    const person = new Person(page, 'en', millrace.origin)
    const { flow, call } = await person.settlesInWithFlow()
    const schedule = { cron: '0 3 * * *', timezone: 'UTC' }
    const streams = [{ entity: 'public.orders', mode: 'replace' }]
    await call('PATCH', `/flows/${flow}`, { config: { streams, transformations: [], schedule } })
    await person.opens(`/floweditor/${flow}`)

    await page.getByRole('button', { name: 'Add step' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: /^Sort/ }).click()
    await expect(page.getByText('1 change is not live')).toBeVisible()
    await page.getByRole('tab', { name: 'Runs', exact: true }).click()
    await comesDue(flow)
    const runs = page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: /On schedule/ })
    await expect(runs).toHaveText(/Succeeded/, { timeout: 30_000 })

    // Nor does it stop a run that a program starts.
    await call('POST', `/flows/${flow}/run`, {})
    await expect(page.getByRole('list', { name: 'Runs' }).getByText('Succeeded', { exact: true })).toHaveCount(2, {
      timeout: 30_000,
    })
    await expect(page.getByText('1 change is not live')).toBeVisible()
  })
})
