import { expect } from '@playwright/test'

import type { Person } from './person.ts'

/** What tells of runs and brings them about: history, receipt, comparison, dry run, schedule, promise and alerts. */
export async function picturesOfRuns(
  person: Person,
  flow: string,
  picture: (name: string) => Promise<void>,
): Promise<void> {
  const { page, says } = person
  const dialog = page.getByRole('dialog')
  const logField = page.getByRole('searchbox', { name: says('Search the log') })

  await person.opens('/runs')
  await expect(page.getByText(says('Succeeded')).first()).toBeVisible()
  await picture('runs')
  await page.locator('a[data-run]').first().click()
  await expect(logField).toBeVisible()
  await picture('run')
  await page.getByRole('tab', { name: says('Receipt') }).click()
  await expect(page.getByRole('button', { name: says('Download receipt') })).toBeVisible()
  await picture('run-receipt')

  await person.opens(`/floweditor/${flow}?tab=runs`)
  await page
    .getByRole('list', { name: says('Runs') })
    .getByRole('button')
    .first()
    .click()
  await expect(logField).toBeVisible()
  await logField.scrollIntoViewIfNeeded()
  await picture('run-log')
  await person.presses('Dry run')
  await expect(page.getByText(says('Dry run: nothing was written'))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }).getByText(says('Succeeded'))).toBeVisible({ timeout: 30_000 })
  await picture('dry-run')

  await person.opens(`/flows?dialog=schedule&id=${flow}`)
  await dialog.getByLabel(says('Runs')).selectOption({ label: says('Every week') })
  await picture('schedule')

  await person.opens('/organization-settings?section=alerts')
  await person.presses('Add a channel')
  await dialog.getByLabel(says('Kind')).selectOption({ label: says('Webhook') })
  await dialog.getByLabel(says('Address')).fill('https://hooks.example.com/millrace')
  await dialog.getByRole('button', { name: says('Save') }).click()
  await expect(page.getByLabel(says('Secret'), { exact: true })).toBeVisible()
  await person.presses('Done')
  await picture('alerts')
}
