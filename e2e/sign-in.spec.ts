import { expect, test } from '@playwright/test'

import { standInForGoogleScripts } from './support/google-scripts.ts'
import { Person } from './support/person.ts'
import { originOf } from './support/start-millrace.ts'

test('whoever follows a link is asked to sign in, told what is wrong, and led on', async ({ page }) => {
  const person = new Person(page)
  await person.settlesIn()
  await person.signsOut()

  await person.opens('/sources?q=shop')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page).toHaveTitle('Sign in · Millrace')
  await person.presses('Sign in')
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await person.types('not the password')
  await person.presses('Sign in')
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible()
  await expect(page).toHaveURL(/\/sources\?q=shop$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible()
})

test('an account is not made twice, nor with a password that is too short', async ({ page }) => {
  const person = new Person(page)
  await person.opens('/register')
  await person.types('12345')
  await person.presses('Create account')
  await expect(page.getByText(/^Password should be at least 6 characters/)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await person.types()
  await person.presses('Create account')
  await expect(page.getByRole('heading', { name: 'Name your organization' })).toBeVisible()
  await person.createsOrganization()
  await person.signsOut()

  await person.registers()

  await expect(page.getByText('The email address is already in use by another account.')).toBeVisible()
  await expect(page).toHaveURL(/\/register/)
})

test('a forgotten password is set anew by mail', async ({ page, request }) => {
  const person = new Person(page)
  await person.settlesIn()
  await person.signsOut()

  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await person.presses('Send reset link')
  await expect(page.getByText('Password reset email sent. Please check your inbox.')).toBeVisible()

  const { authEmulatorOrigin } = await (await request.get(`${originOf()}/config.json`)).json()
  const codes = await request.get(`${authEmulatorOrigin}/emulator/v1/projects/demo-millrace/oobCodes`)
  const { oobCodes } = (await codes.json()) as { oobCodes: { email: string; oobLink: string }[] }
  const mail = oobCodes.find(({ email }) => email === person.email)
  expect((await request.get(`${mail?.oobLink}&newPassword=anotherpassword`)).ok()).toBe(true)

  await person.signsIn()
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await person.signsIn('anotherpassword')
  await expect(page.getByRole('heading', { level: 1, name: 'Acme' })).toBeVisible()
})

test('with Google, in a window of its own', async ({ page, context }) => {
  await standInForGoogleScripts(context)
  const person = new Person(page)
  await person.opens('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const opened = page.waitForEvent('popup')
  await person.presses('Continue with Google')
  const google = await opened
  await google.locator('#add-account-button').click()
  await google.locator('#email-input').fill(person.email)
  await google.locator('#display-name-input').fill('Grace Hopper')
  await google.locator('#sign-in').click()

  await expect(page.getByRole('heading', { name: 'Name your organization' })).toBeVisible()
  await person.createsOrganization()
  await expect(page.getByRole('button', { name: /^Account:\s*Grace Hopper/ })).toBeVisible()
  await person.opens('/profile')
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send reset mail' })).toHaveCount(0)
})

test('a window for Google that is closed again leaves everything as it was', async ({ page, context }) => {
  await standInForGoogleScripts(context)
  const person = new Person(page)
  await person.opens('/login')
  const opened = page.waitForEvent('popup')
  await person.presses('Continue with Google')
  await (await opened).close()

  await expect(page.getByText('Error signing in with Google')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
})
