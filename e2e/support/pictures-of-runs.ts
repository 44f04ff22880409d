import { expect } from '@playwright/test'

import type { Person } from './person.ts'

/** What tells of runs and brings them about: the list, the page of a run and of its flow, a dry run, the log, a schedule and alerts. */
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
  // The other run may have ended meanwhile.
  const finished = page.getByRole('row', { name: /Shop to warehouse/ }).filter({ hasText: says('Succeeded') })
  await finished.first().locator('[data-open]').click()
  await expect(logField).toBeVisible()
  await picture('run')
  await page.getByRole('button', { name: says('More for this run') }).click()
  await page.getByRole('menuitem', { name: says('Dry run') }).click()
  await expect(page.getByText(says('Dry run: nothing was written'))).toBeVisible({ timeout: 240_000 })
  await expect(page.getByText(says('Would succeed')).first()).toBeVisible({ timeout: 240_000 })
  await picture('dry-run')

  await person.opens(`/floweditor/${flow}?tab=runs`)
  await page
    .getByRole('list', { name: says('Runs') })
    .getByRole('button')
    .first()
    .click()
  await expect(logField).toBeVisible()
  await logField.scrollIntoViewIfNeeded()
  await picture('run-log')
  await person.opens(`/flows/${flow}`)
  // Charts come with the third run.
  const succeeded = page.getByRole('list', { name: says('Runs') }).getByText(says('Succeeded'), { exact: true })
  for (const count of [2, 3, 4]) {
    await person.presses('Run')
    await expect(succeeded).toHaveCount(count, { timeout: 240_000 })
  }
  await expect(page.getByRole('img', { name: says('Rows per run') })).toBeVisible()
  await picture('flow-page')

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
