import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

test('an invitation survives registration, is for one address only, and works once', async ({ page, browser }) => {
  const owner = new Person(page)
  await owner.registers()
  await owner.createsOrganization('Northwind Traders')
  const stranger = await (await browser.newContext()).newPage()
  const invited = new Person(stranger)

  await owner.opens('/organization-settings?section=invitations')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('E-mail address').fill(invited.email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = await page.getByLabel('Invitation link').inputValue()

  await page.goto(link)
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(page.getByText('This invitation is for another address')).toBeVisible()

  await stranger.goto(link)
  await stranger.getByRole('link', { name: 'Create an account' }).click()
  await stranger.getByLabel('Email').fill(invited.email)
  await stranger.getByLabel('Password', { exact: true }).fill(invited.password)
  await stranger.getByRole('button', { name: 'Create account' }).click()
  await expect(stranger.getByText('Join Northwind Traders')).toBeVisible()
  await stranger.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(stranger).toHaveURL(/^[^?]+\/$/)
  await expect(stranger.getByRole('heading', { name: 'Northwind Traders', exact: true })).toBeVisible()

  await stranger.goto(link)
  await expect(stranger.getByText('This invitation was accepted already')).toBeVisible()
  await expect(stranger).toHaveURL(/\/accept-invite$/)

  await owner.opens('/organization-settings?section=members')
  await expect(page.getByRole('row', { name: new RegExp(invited.email) })).toBeVisible()
})

test('the last owner cannot leave, and hears why', async ({ page }) => {
  const owner = new Person(page)
  await owner.registers()
  await owner.createsOrganization()

  await owner.opens('/organization-settings?section=members')
  await page.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Leave organization' }).click()
  await page.getByRole('button', { name: 'Leave organization' }).click()

  await expect(page.getByRole('alertdialog').getByText('An organization needs an owner')).toBeVisible()
})

test('a plan is chosen in the sandbox, which says that it is one', async ({ page }) => {
  const owner = new Person(page)
  await owner.registers()
  await owner.createsOrganization()

  await owner.opens('/billing')
  await expect(page.getByText('nothing is charged')).toBeVisible()
  await page.getByRole('button', { name: 'Choose Team' }).click()
  await expect(page.getByText('Sandbox: this server has no payment provider')).toBeVisible()
  await page.getByRole('button', { name: 'Pay with the sandbox' }).click()

  await expect(page.getByText('Thank you')).toBeVisible()
  await expect(page.getByRole('heading', { name: /Team plan/ })).toBeVisible()
  await page.getByRole('button', { name: 'Manage' }).click()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByRole('heading', { name: /Free plan/ })).toBeVisible()
})

test('what was done is written down, and can be taken along', async ({ page }) => {
  const owner = new Person(page)
  await owner.registers()
  await owner.createsOrganization()
  await owner.opens('/organization-settings')
  await page.getByLabel('Organization name').fill('=Northwind')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /=Northwind/ })).toBeVisible()

  await page.getByRole('tab', { name: 'Audit log' }).click()
  await expect(page.getByRole('cell', { name: 'Renamed the organization' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()

  expect(await readFile(await (await download).path(), 'utf8')).toContain("organization.renamed,'=Northwind,")
})

test('an organization is deleted only by whoever types its name', async ({ page }) => {
  const owner = new Person(page)
  await owner.registers()
  await owner.createsOrganization('Short-lived')

  await owner.opens('/organization-settings')
  await page.getByRole('button', { name: 'Delete organization' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Delete organization' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('Type Short-lived to confirm').fill('Short-lived')
  await dialog.getByRole('button', { name: 'Delete organization' }).click()

  await expect(page.getByRole('heading', { name: 'Name your organization' })).toBeVisible()
})
