import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'

import { Person } from './support/person.ts'

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '')

test('each page has its title, takes the focus and begins at its top', async ({ page }) => {
  const person = new Person(page)
  await person.settlesIn()
  await page.setViewportSize({ width: 1280, height: 420 })

  for (const place of ['Flows', 'Sources', 'Destinations', 'Integrations'] as const) {
    await page.evaluate(() => window.scrollTo({ top: 999 }))
    await person.goesTo(place)
    await expect(page).toHaveTitle(`${place} · Millrace`)
    await expect.poll(() => focused(page)).toBe('main')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  }
  await page.goBack()
  await expect(page).toHaveTitle('Destinations · Millrace')
  await person.opens('/organization-settings')
  await expect(page).toHaveTitle(/· Millrace$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('main')
})

test('Back gives the focus to what one has left by', async ({ page }) => {
  const person = new Person(page)
  await person.settlesInWithFlow()
  await person.navigates('/flows')
  const flow = page.getByRole('link', { name: 'Shop to warehouse', exact: true })
  await flow.focus()
  await page.keyboard.press('Enter')
  await expect(flow).toBeHidden()
  await page.goBack()
  await expect(flow).toBeFocused()

  const more = page.getByRole('button', { name: 'More for Shop to warehouse' })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Open', exact: true }).press('Enter')
  await expect(more).toBeHidden()
  await page.goBack()
  await expect(more).toBeFocused()
})

test('every navigation begins at the top, Back and Forward too', async ({ page }) => {
  const person = new Person(page)
  await person.settlesIn()
  await page.route('**/connections', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({
          json: Array.from({ length: 120 }, (_, index) => ({
            id: `c${index}`,
            name: `Shop ${index}`,
            type: 'postgres',
            capability: 'both',
          })),
        })
      : route.continue(),
  )
  const scrolls = async () => {
    await expect(page.getByRole('row').nth(5)).toBeVisible()
    await page.evaluate(() => window.scrollTo({ top: 1500 }))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1500)
  }
  const isAtTheTop = async (place: string) => {
    await expect(page).toHaveTitle(`${place} · Millrace`)
    await expect(page.getByRole('row').nth(5)).toBeVisible()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    // A browser puts the old place back some frames later.
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  }

  await page.reload()
  await person.goesTo('Sources')
  await scrolls()
  await person.goesTo('Destinations')
  await isAtTheTop('Destinations')
  await scrolls()
  await page.goBack()
  await isAtTheTop('Sources')
  await scrolls()
  await page.goForward()
  await isAtTheTop('Destinations')
})

test('there is nothing at an address that nobody made, signed in or not', async ({ page }) => {
  const person = new Person(page)
  await person.opens('/nowhere')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(page).toHaveTitle('Page not found · Millrace')
  await person.settlesIn()
  await person.opens('/integrations/nowhere')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Integrations', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Acme' })).toBeVisible()
  for (const path of ['/flows/nowhere', '/floweditor/00000000-0000-4000-8000-000000000000']) {
    await person.opens(path)
    await expect(page.getByText('This flow does not exist')).toBeVisible()
  }
})

test('a page that breaks, or whose code is gone, says so and is loaded again', async ({ page }) => {
  const person = new Person(page)
  await person.settlesIn()
  await page.route('**/assets/integrations-page-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Integrations', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible()

  await page.unrouteAll()
  await person.presses('Reload')
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible()
})

test('a page whose tooltips cannot be loaded is whole without them', async ({ page }) => {
  const built: Readonly<Record<string, { file: string }>> = JSON.parse(
    readFileSync(new URL('../dist/.vite/manifest.json', import.meta.url), 'utf8'),
  )
  const { file } = built['ui/kit/tooltip/tooltip-layer.tsx'] ?? { file: '' }
  expect(file).toMatch(/^assets\/.*\.js$/)
  let asked = 0
  await page.route(`**/${file}`, (route) => {
    asked += 1
    return route.abort()
  })
  const person = new Person(page)
  await person.settlesIn()
  await person.goesTo('Flows')
  await expect(page.getByRole('heading', { level: 1, name: 'Flows' })).toBeVisible()
  expect(asked).toBeGreaterThan(0)
})

test('all of it is within reach of the keyboard', async ({ page }) => {
  const person = new Person(page)
  await person.settlesIn()
  for (const [key, heading] of [
    ['f', 'Flows'],
    ['s', 'Sources'],
    ['d', 'Destinations'],
    ['i', 'Integrations'],
    ['h', 'Acme'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('theme dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('profile')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await page.getByLabel('Your name').press('g')
  await page.getByLabel('Your name').press('f')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})
