import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

test('an organization is named, renamed, joined by a second one, and deleted by whoever types its name', async ({
  page,
}) => {
  const owner = new Person(page)
  await owner.registers()
  await owner.presses('Create organization')
  await expect(page.getByText('Organization name is required')).toBeVisible()
  await owner.createsOrganization('Northwind')

  await owner.opens('/organization-settings')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute(
    'aria-description',
    'Nothing has changed',
  )
  await page.getByLabel('Organization name').fill('Northwind Traders')
  await owner.presses('Save')
  const switcher = page.getByRole('button', { name: /^Organization:/ })
  await expect(switcher).toContainText('Northwind Traders')

  await switcher.click()
  await page.getByRole('menuitem', { name: 'New organization' }).click()
  await owner.createsOrganization('Short-lived')
  await expect(page.getByRole('heading', { level: 1, name: 'Short-lived' })).toBeVisible()
  await owner.goesTo('Flows')
  await switcher.click()
  await page.getByRole('menuitemradio', { name: 'Northwind Traders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Northwind Traders' })).toBeVisible()
  await switcher.click()
  await page.getByRole('menuitemradio', { name: 'Short-lived' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Short-lived' })).toBeVisible()

  await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
  await owner.presses('Delete organization')
  const dialog = page.getByRole('alertdialog')
  const remove = dialog.getByRole('button', { name: 'Delete organization' })
  await expect(remove).toHaveAttribute('aria-description', 'Type the name of the organization first')
  await dialog.getByLabel('Type Short-lived to confirm').fill('Short-lived')
  await remove.click()

  await expect(page.getByRole('heading', { level: 1, name: 'Northwind Traders' })).toBeVisible()
  await switcher.click()
  await expect(page.getByRole('menuitemradio')).toHaveCount(1)
})

test('what was done is written down, and can be taken along', async ({ page }) => {
  const owner = new Person(page)
  await owner.settlesIn()
  await owner.navigates('/organization-settings')
  await page.getByLabel('Organization name').fill('=Northwind')
  await owner.presses('Save')
  await expect(page.getByRole('button', { name: /=Northwind/ })).toBeVisible()

  await page.getByRole('tab', { name: 'Audit log' }).click()
  await expect(page.getByRole('cell', { name: 'Organization renamed' })).toBeVisible()
  // The row of tabs is wider than a phone: the open one is in sight after turning it, and after a reload.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('tab', { name: 'Audit log' })).toBeInViewport({ ratio: 0.95 })
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Audit log' })).toBeInViewport({ ratio: 0.95 })
  await page.setViewportSize({ width: 1280, height: 800 })
  const download = page.waitForEvent('download')
  await owner.presses('Export as CSV')

  expect(await readFile(await (await download).path(), 'utf8')).toContain("organization.renamed,'=Northwind,")
})
