import { expect, test } from '@playwright/test'

import { standInForGoogleScripts } from './support/google-scripts.ts'
import { Person } from './support/person.ts'
import { linkFor } from './support/start-millrace.ts'

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
  await expect(page.getByText(/^Password should be at least 8 characters/)).toBeVisible()
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

test('a forgotten password is set anew by a link', async ({ page }) => {
  const person = new Person(page)
  await person.settlesIn()
  await person.signsOut()

  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await person.presses('Send reset link')
  await expect(page.getByText(/^This server sends no e-mail. .* is in Millrace’s log/)).toBeVisible()

  await expect.poll(() => linkFor(person.email)).toMatch(/^http/)
  await page.goto(await linkFor(person.email))
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await page.getByLabel('New password').fill('anotherpassword')
  await person.presses('Save password')
  await expect(page.getByText('Done. Go back to Millrace.')).toBeVisible()

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
  await expect(google.getByText('this page stands in for Google’s')).toBeVisible()
  await google.getByLabel('Email').fill(person.email)
  await google.getByLabel('Your name').fill('Grace Hopper')
  await google.getByLabel('Password').fill('short')
  await google.getByRole('button', { name: 'Sign in' }).click()
  await expect(
    google.getByText('Enter a password of at least 8 characters that is not one of the most common ones.'),
  ).toBeVisible()
  await google.getByLabel('Password').fill(person.password)
  await google.getByRole('button', { name: 'Sign in' }).click()

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
