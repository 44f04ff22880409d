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

test('the editor shows who else has the flow open, one face for several tabs, until they leave', async ({
  page,
  browser,
}) => {
  const owner = new Person(page)
  const { flow, call } = await owner.settlesInWithFlow()
  const theirs = await browser.newContext()
  const colleague = new Person(await theirs.newPage())
  const { url: link } = await call('POST', '/invitations', { email: colleague.email, roles: ['viewer'] })
  const accept = await colleague.settlesIn('Elsewhere')
  await accept('POST', '/v1/invitations/accept', { token: new URL(link).searchParams.get('token') })

  await colleague.opens(`/floweditor/${flow}`)
  const face = page.getByRole('img', { name: `Also here: ${colleague.email}` })
  await expect(face).toBeVisible()
  await expect(colleague.page.getByRole('img', { name: `Also here: ${owner.email}` })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(face).toBeInViewport()

  const second = await theirs.newPage()
  await second.goto(colleague.page.url())
  await expect(second.getByRole('img', { name: `Also here: ${owner.email}` })).toBeVisible()
  await second.close()
  await expect(face).toBeVisible()

  await theirs.close()
  await expect(face).toBeHidden({ timeout: 30_000 })
})
