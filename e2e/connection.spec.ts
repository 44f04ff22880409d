import { expect, test } from '@playwright/test'

import { answerInPlace } from './support/answer-in-place.ts'
import { Person } from './support/person.ts'

test('offline is said above the page; what is typed stays, and is sent once one is back', async ({ page, context }) => {
  const person = new Person(page)
  await person.settlesIn()
  await person.navigates('/organization-settings')
  await page.getByLabel('Organization name').fill('Northwind')

  await context.setOffline(true)
  await expect(page.getByText(/^You are offline/)).toBeVisible()
  await person.presses('Save')
  await expect(page.getByLabel('Organization name')).toHaveValue('Northwind')
  await context.setOffline(false)

  await expect(page.getByText(/^You are offline/)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Organization:\s*Northwind/ })).toBeVisible()

  // The code of a page that nobody has opened is not there yet.
  await context.setOffline(true)
  await person.navigates('/trash')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
})

test('a server that is away is said, asked again, and loses nothing', async ({ page }) => {
  const person = new Person(page)
  await person.settlesIn()
  const away = await answerInPlace(page, '**/v1/organizations/*/flows', { status: 503, json: { message: 'Starting' } })
  await person.goesTo('Flows')
  // A list that is still on its way is not asked for a second time.
  await expect(page.getByRole('heading', { name: 'No flows yet' })).toBeVisible()
  away.give()

  await page.keyboard.press('Shift+R')
  const banner = page.getByText(/^The server cannot be reached\. Millrace keeps trying/)
  await expect(banner).toBeVisible()
  await page.keyboard.press('Shift+N')
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Half a na')
  away.withdraw()
  await expect(banner).toBeHidden({ timeout: 20_000 })

  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('Half a na')
})

test('a session that has ended is taken up again where one was', async ({ page }) => {
  const person = new Person(page)
  await person.settlesIn()
  const ended = await answerInPlace(page, '**/v1/organizations/*', { status: 401, json: { message: 'Sign in.' } })
  await person.navigates('/organization-settings')
  await page.getByLabel('Organization name').fill('Northwind')
  ended.give()
  await person.presses('Save')

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel(/^Password of/).fill('not the password')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  ended.withdraw()
  await dialog.getByLabel(/^Password of/).fill(person.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog).toBeHidden()

  await expect(page.getByLabel('Organization name')).toHaveValue('Northwind')
  await person.presses('Save')
  await expect(page.getByRole('button', { name: /^Organization:\s*Northwind/ })).toBeVisible()
})

test('a slow answer is waited for, and said', async ({ page }) => {
  const person = new Person(page)
  await person.settlesIn()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/v1/organizations/*/members', async (route) => {
    await held
    await route.continue()
  })
  await person.opens('/organization-settings?section=members')

  await expect(page.getByText('The server takes longer than usual.')).toBeVisible({ timeout: 15_000 })
  letGo()
  await expect(page.getByRole('row', { name: new RegExp(person.email) })).toBeVisible()
  await expect(page.getByText('The server takes longer than usual.')).toBeHidden()
})

test('a server that cannot be reached at sign-in is said where one signs in', async ({ page }) => {
  const person = new Person(page)
  await page.route('**/config.json', (route) => route.abort())
  await person.opens('/login')
  await person.types()
  await person.presses('Sign in')

  await expect(page.getByText('The server cannot be reached.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
})
