import { type Browser, expect, type Page, test } from '@playwright/test'

import { ownAddress } from './support/own-address.ts'
import { Person } from './support/person.ts'

const INVITATIONS = '/organization-settings?section=invitations'
const MEMBERS = '/organization-settings?section=members'

/** Invites an address. @returns the link, which is shown this once */
async function invites(owner: Person, email: string, role?: string): Promise<string> {
  const { page } = owner
  await owner.opens(INVITATIONS)
  await owner.presses('Invite somebody')
  await page.getByLabel('E-mail address').fill(email)
  if (role) await page.getByRole('radio', { name: role }).check()
  await owner.presses('Invite')
  await expect(page.getByText('Member invited successfully')).toBeVisible()
  return page.getByLabel('Invitation link').inputValue()
}

const inOwnBrowser = async (browser: Browser): Promise<Person> =>
  new Person(await (await browser.newContext({ extraHTTPHeaders: ownAddress() })).newPage())

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownAddress()))

const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('an invitation survives registration, is for one address only, and works once', async ({ page, browser }) => {
  const owner = new Person(page)
  await owner.settlesIn('Northwind Traders')
  const invited = await inOwnBrowser(browser)
  const stranger = invited.page
  const link = await invites(owner, invited.email)

  await page.goto(link)
  await owner.presses('Accept the invitation')
  await expect(page.getByText('This invitation is for another address')).toBeVisible()

  await stranger.goto(link)
  await stranger.getByRole('link', { name: 'Create an account' }).click()
  // The page before has fields of the same names.
  await expect(stranger.getByRole('button', { name: 'Create account' })).toBeVisible()
  await invited.types()
  await invited.presses('Create account')
  await expect(stranger.getByText('Join Northwind Traders')).toBeVisible()
  await invited.presses('Accept the invitation')
  await expect(stranger).toHaveURL(/^[^?]+\/$/)
  await expect(stranger.getByRole('heading', { name: 'Northwind Traders', exact: true })).toBeVisible()

  await stranger.goto(link)
  await expect(stranger.getByText('This invitation was accepted already')).toBeVisible()
  await expect(stranger).toHaveURL(/\/accept-invite$/)

  await owner.opens(MEMBERS)
  await expect(page.getByRole('row', { name: new RegExp(invited.email) })).toBeVisible()
})

test('an invitation survives signing in as somebody else', async ({ page, browser }) => {
  const owner = new Person(page)
  await owner.settlesIn('Northwind Traders')
  const invited = await inOwnBrowser(browser)
  const other = invited.page
  await invited.settlesIn('Elsewhere')
  await invited.signsOut()
  const link = await invites(owner, invited.email)

  await other.goto(link)
  await expect(other).toHaveURL(/\/login\?redirect=/)
  await invited.types()
  await invited.presses('Sign in')
  await expect(other.getByText('Join Northwind Traders')).toBeVisible()
  await invited.presses('Accept the invitation')

  await expect(other.getByRole('heading', { name: 'Northwind Traders', exact: true })).toBeVisible()
})

test('a link that is not good tells why: unknown, replaced, revoked', async ({ page }) => {
  const owner = new Person(page)
  await owner.settlesIn()

  await owner.opens('/accept-invite')
  await expect(page.getByRole('heading', { name: 'This invitation link is not complete' })).toBeVisible()
  await owner.opens('/accept-invite?token=made-up')
  await expect(page.getByRole('heading', { name: 'This invitation link is not valid' })).toBeVisible()
  await expect(page).toHaveURL(/\/accept-invite$/)

  const first = await invites(owner, 'grace@example.com', 'Viewer')
  await owner.presses('Done')
  await owner.presses('More for grace@example.com')
  await page.getByRole('menuitem', { name: 'Send again with a new link' }).click()
  await expect(page.getByLabel('Invitation link')).toBeVisible()
  const second = await page.getByLabel('Invitation link').inputValue()
  expect(second).not.toBe(first)

  await page.goto(first)
  await expect(page.getByRole('heading', { name: 'This invitation link is not valid' })).toBeVisible()

  await owner.opens(INVITATIONS)
  const row = page.getByRole('row', { name: /grace@example.com/ })
  await expect(row).toContainText('Viewer')
  await owner.presses('More for grace@example.com')
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke invitation' }).click()
  await expect(page.getByText('No open invitations')).toBeVisible()
  await page.goto(second)
  await expect(page.getByRole('heading', { name: 'This invitation was revoked' })).toBeVisible()
})

test('the link of an invitation is copied, and nobody is invited twice', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const owner = new Person(page)
  await owner.settlesIn()
  const link = await invites(owner, 'grace@example.com')
  await owner.presses('Copy link')
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  await owner.presses('Invite somebody')
  await owner.presses('Invite')
  await expect(page.getByText('Enter an e-mail address')).toBeVisible()
  await page.getByLabel('E-mail address').fill(owner.email)
  await owner.presses('Invite')
  await expect(page.getByRole('dialog').getByText('Not invited')).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toHaveValue(owner.email)
})

test('roles are given, what is not allowed says why, and a member is removed or leaves', { tag: '@full' }, async ({
  page,
  browser,
}) => {
  const owner = new Person(page)
  await owner.settlesIn('Northwind Traders')
  const viewer = await inOwnBrowser(browser)
  const theirs = viewer.page
  await viewer.registers()
  await expect(theirs.getByLabel('Organization name')).toBeVisible()
  await theirs.goto(await invites(owner, viewer.email, 'Viewer'))
  await viewer.presses('Accept the invitation')
  await expect(theirs.getByRole('heading', { name: 'Northwind Traders', exact: true })).toBeVisible()

  await viewer.goesTo('Sources')
  const add = theirs.getByRole('button', { name: /^Add (source|your first source)$/ }).first()
  await expect(add).toHaveAttribute('aria-description', 'Needs at least the role Editor')
  await viewer.opens('/billing')
  await expect(theirs.getByText('Needs at least the role Admin')).toBeVisible()

  await owner.opens(MEMBERS)
  await owner.presses(`More for ${owner.email}`)
  await expect(page.getByRole('menuitem', { name: /^Leave organization/ })).toContainText(
    'Make somebody else an owner first',
  )
  await page.keyboard.press('Escape')
  await owner.presses(`More for ${viewer.email}`)
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  await page.getByRole('radio', { name: 'Editor' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
  await expect(notice(page).getByText('Member role updated successfully')).toBeVisible()
  await viewer.opens('/sources')
  await expect(add).not.toHaveAttribute('aria-description', /Needs/)

  await viewer.opens(MEMBERS)
  await viewer.presses(`More for ${viewer.email}`)
  await theirs.getByRole('menuitem', { name: 'Leave organization' }).click()
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Leave organization' }).click()
  // The notice is gone after five seconds.
  await expect(notice(theirs).getByText('You no longer belong to “Northwind Traders”')).toBeVisible()
  await expect(theirs.getByRole('heading', { name: 'Name your organization' })).toBeVisible()
  await expect(notice(theirs)).not.toContainText('Not found')
  await owner.opens(MEMBERS)
  await expect(page.getByRole('row', { name: new RegExp(owner.email) })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(viewer.email) })).toHaveCount(0)
})
