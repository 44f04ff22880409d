import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

/** Every tab hears of what was changed in another one. */
const AT_ONCE = { timeout: 2_000 }

test('what is changed in one tab is shown by the others without a reload', async ({ page, context }) => {
  const person = new Person(page)
  await person.settlesInWithFlow()
  const other = new Person(await context.newPage())

  await other.opens('/flows')
  await expect(other.page.getByRole('link', { name: 'Shop to warehouse', exact: true })).toBeVisible()
  await page.getByLabel('Name of the flow').fill('Orders, every night')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(other.page.getByRole('link', { name: 'Orders, every night', exact: true })).toBeVisible(AT_ONCE)

  await other.navigates('/sources')
  await expect(other.page.getByRole('link', { name: 'Sample shop', exact: true })).toBeVisible()
  await person.opens('/sources')
  await page.getByRole('link', { name: 'Sample shop', exact: true }).click()
  await person.presses('Edit')
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Corner shop')
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 15_000 })
  await expect(other.page.getByRole('link', { name: 'Corner shop', exact: true })).toBeVisible(AT_ONCE)

  await other.navigates('/organization-settings?section=invitations')
  await expect(other.page.getByRole('button', { name: 'Invite somebody' }).first()).toBeVisible()
  await person.opens('/organization-settings?section=invitations')
  await person.presses('Invite somebody')
  await page.getByLabel('E-mail address').fill('new@example.com')
  await person.presses('Invite')
  await expect(page.getByText('Member invited successfully')).toBeVisible()
  await expect(other.page.getByText('new@example.com')).toBeVisible(AT_ONCE)
})
