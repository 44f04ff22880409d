import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

test('a person changes their name, theme and language, which are remembered', async ({ page }) => {
  const person = new Person(page)
  await person.settlesIn()

  await person.navigates('/profile')
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await person.presses('Save')
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Account:\s*Ada Lovelace/ })).toBeVisible()

  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('radio', { name: 'Light' }).check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.getByLabel('Language').selectOption('Deutsch')
  await expect(page.getByRole('heading', { level: 1, name: 'Profil', exact: true })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Profil', exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.getByLabel('Ihr Name')).toHaveValue('Ada Lovelace')
})

test.describe('in a German browser', () => {
  test.use({ locale: 'de-CH' })

  test('everything is German from the first page on', async ({ page }) => {
    const person = new Person(page, 'de')
    await person.opens('/login')
    await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
    await expect(page).toHaveTitle('Anmelden · Millrace')
    await person.settlesIn()
    await person.goesTo('Sources')
    await expect(page.getByRole('heading', { level: 1, name: 'Quellen' })).toBeVisible()
  })
})

test('an account is deleted after it is said what becomes of the organizations', async ({ page }) => {
  const person = new Person(page)
  await person.settlesIn('Analytical Engines')

  await person.navigates('/profile')
  await person.presses('Delete account')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('Analytical Engines is deleted with your account')).toBeVisible()
  const remove = dialog.getByRole('button', { name: 'Delete account' })
  await expect(remove).toHaveAttribute('aria-description', /^Type Analytical Engines first/)
  await dialog.getByLabel('Type Analytical Engines to confirm').fill('Analytical Engines')
  await dialog.getByLabel(/^Password of/).fill('not the password')
  await remove.click()
  await expect(dialog.getByText('Your account is not deleted')).toBeVisible()
  await expect(dialog.getByLabel('Type Analytical Engines to confirm')).toHaveValue('Analytical Engines')
  await dialog.getByLabel(/^Password of/).fill(person.password)
  await remove.click()

  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Your account is deleted')).toBeVisible()
  await person.types()
  await person.presses('Sign in')
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await person.registers()
  await expect(page.getByRole('heading', { name: 'Name your organization' })).toBeVisible()
})
