import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

test('everything is exported, changed in the file and applied; a flow that the file owns is taken over again', {
  tag: '@full',
}, async ({ page }) => {
  const ada = new Person(page)
  const { flow } = await ada.settlesInWithFlow()
  await ada.opens('/organization-settings?section=code')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as YAML' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Acme.millrace.yaml')
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('password: env:MILLRACE_')

  const pick = (edited: string) =>
    page
      .getByLabel('YAML files')
      .setInputFiles({ name: 'acme.yaml', mimeType: 'text/yaml', buffer: Buffer.from(edited) })
  await pick(text.replace('name: Shop to warehouse', 'nmae: Shop to warehouse'))
  await expect(page.getByRole('list', { name: 'Faults' })).toContainText('Unknown field "nmae"')
  await pick(text.replace('name: Shop to warehouse', 'name: Orders\nowned_by_code: true'))
  await expect(page.getByRole('row', { name: /Shop to warehouse → Orders/ })).toContainText('Owned by the file')
  await page.getByRole('button', { name: 'Show which rows would change' }).click()
  const rows = page.getByRole('table', { name: 'Rows that would change' })
  await expect(rows.getByRole('row', { name: /^Orders/ })).toContainText('new ·', { timeout: 30_000 })
  await page.getByRole('button', { name: 'Apply the plan' }).click()
  await expect(page.getByText('The files have been applied.')).toBeVisible()

  await ada.opens(`/floweditor/${flow}`)
  await expect(page.getByText('This flow is owned by the file acme.yaml')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Flow is switched on' })).toBeDisabled()
  await page.getByRole('button', { name: 'Take over in the application' }).click()
  await expect(page.getByText('This flow is owned by the file')).toBeHidden()
  await page.getByRole('textbox', { name: 'Name of the flow' }).fill('Mine')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})
