import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

test('a deleted flow comes back with its connections, goes on, and its runs never left', { tag: '@full' }, async ({
  page,
}) => {
  const person = new Person(page)
  const { flow } = await person.settlesInWithFlow()
  await person.opens(`/floweditor/${flow}`)
  await person.presses('Run')
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 60_000 })

  const deletes = async (address: string) => {
    await person.opens(address)
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByText('The trash keeps it for 30 days.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await deletes(`/flows?dialog=delete&id=${flow}`)
  for (const [place, name] of [
    ['Sources', 'Sample shop'],
    ['Destinations', 'Sample warehouse'],
  ] as const) {
    await person.goesTo(place)
    await person.presses(`More for ${name}`)
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0)
  }

  await person.goesTo('Runs')
  await expect(page.getByText('Deleted flow')).toBeVisible()
  await page.getByRole('link', { name: 'Shop to warehouse' }).click()
  await page.getByRole('link', { name: 'Look in the trash' }).click()

  const row = page.getByRole('row', { name: /Shop to warehouse/ })
  await expect(page.getByRole('row', { name: /Sample shop/ })).toBeVisible()
  await row.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await person.opens(`/floweditor/${flow}`)
  await person.presses('Run')
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
})

test('an owner takes a deleted organization back', { tag: '@full' }, async ({ page }) => {
  const person = new Person(page)
  await person.settlesInWithFlow()
  await person.opens('/organization-settings?dialog=delete')
  const dialog = page.getByRole('alertdialog')
  const name = ((await dialog.getByRole('heading').textContent()) ?? '').replace(/^Delete (.*)\?$/, '$1')
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: 'Delete organization' }).click()

  await expect(page.getByRole('heading', { name: 'Deleted organizations' })).toBeVisible()
  await person.presses('Restore')
  await person.goesTo('Flows')
  await expect(page.getByRole('link', { name: 'Shop to warehouse', exact: true })).toBeVisible()
})
