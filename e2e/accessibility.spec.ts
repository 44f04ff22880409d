import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

// What moves is looked at once it has arrived.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const language of ['en', 'de'] as const) {
  test(`axe finds nothing on any page or dialog, in both themes (${language})`, async ({ page }) => {
    const found: string[] = []
    const look = async (name: string, part = 'html') => {
      await expect(page.getByText(/^(Loading…|Lädt …)$/)).toHaveCount(0)
      // The other theme has the same elements in other colours; the other language begins with it.
      await page.emulateMedia({ colorScheme: language === 'en' ? 'light' : 'dark' })
      const broken = [...(await violations(new AxeBuilder({ page }).include(part)))]
      if (language === 'en') {
        await page.emulateMedia({ colorScheme: 'dark' })
        broken.push(...(await violations(new AxeBuilder({ page }).include(part).withRules('color-contrast'))))
      }
      found.push(...broken.map((violation) => `${name}: ${violation}`))
    }
    const person = new Person(page)
    const visit = async (path: string) => {
      await person.opens(path)
      const part = path.includes('dialog=') ? '[role="dialog"], [role="alertdialog"]' : 'h1, h2'
      await expect(page.locator(part).first()).toBeVisible()
      await look(path.replace(/[\w-]{30,}/g, '…'))
    }

    const { flow, source } = await settlesIn(person)
    await page.evaluate(
      (chosen) => localStorage.setItem('millrace.preferences', JSON.stringify({ language: chosen })),
      language,
    )
    await person.opens()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    for (const path of [
      '/',
      '/flows',
      '/flows?dialog=add',
      `/flows?dialog=delete&id=${flow}`,
      '/flows?q=zebra',
      '/sources',
      '/sources?dialog=add',
      `/sources?dialog=edit&id=${source}`,
      `/sources?dialog=discover&id=${source}`,
      `/sources?dialog=test&id=${source}`,
      `/sources?dialog=delete&id=${source}`,
      '/destinations',
      '/integrations',
      '/integrations?dialog=add',
      `/floweditor/${flow}`,
      `/floweditor/${flow}?tab=outline`,
      `/floweditor/${flow}?tab=runs`,
      '/profile',
      '/organization-settings',
      '/organization-settings?section=members',
      '/organization-settings?section=invitations',
      '/organization-settings?section=invitations&dialog=add',
      '/organization-settings?section=audit',
      '/organization-settings?dialog=delete',
      '/organization-settings/billing',
      '/billing',
      '/organization/create',
      '/accept-invite',
      '/accept-invite?token=nothing',
      '/nowhere',
    ]) {
      await visit(path)
    }

    await person.opens('/flows')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeVisible()
    await look('the palette')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('the shortcuts')
    await page.keyboard.press('Escape')
    await page.route('**/v1/organizations/*/flows', (route) => route.fulfill({ status: 401, json: {} }))
    await page.keyboard.press('Shift+R')
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('the ended session')
    await page.keyboard.press('Escape')
    await page.unrouteAll()
    await page.getByRole('button', { name: /^(Account|Konto)/ }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    // What is behind an open menu cannot be reached, and is hidden from screen readers.
    await look('the account menu', '[role="menu"]')
    await page.getByRole('menuitem', { name: /^(Sign out|Abmelden)$/ }).click()

    await expect(page).toHaveURL(/\/login/)
    for (const path of ['/login?ended=true', '/login?reset=true', '/register']) await visit(path)

    expect(found).toEqual([])
  })
}

test('every page fits a phone', async ({ page }) => {
  const person = new Person(page)
  const { flow } = await settlesIn(person)
  await page.setViewportSize({ width: 390, height: 844 })

  const wide: string[] = []
  for (const path of [
    '/',
    '/flows',
    '/sources',
    '/sources?dialog=add',
    '/destinations',
    '/integrations',
    `/floweditor/${flow}`,
    '/profile',
    '/organization-settings',
    '/billing',
    '/organization/create',
  ]) {
    await person.opens(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > 390) wide.push(`${path}: ${width}`)
  }

  expect(wide).toEqual([])
})

/** An organization with connections, a flow and a run, so that no page is empty. */
async function settlesIn(person: Person) {
  const { page } = person
  await person.registers()
  await person.createsOrganization('Northwind Traders')
  await page.getByRole('button', { name: 'Use sample data' }).first().click()
  await expect(page).toHaveURL(/\/floweditor\//, { timeout: 30_000 })
  const flow = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('Succeeded').first()).toBeVisible({ timeout: 30_000 })

  await person.goesTo('Sources')
  await page
    .getByRole('button', { name: /^Discover/ })
    .first()
    .click()
  await expect(page).toHaveURL(/id=/)
  const source = new URL(page.url()).searchParams.get('id') ?? ''
  await page.keyboard.press('Escape')
  return { flow, source }
}

/**
 * Rules of WCAG 2.2 A and AA and of good practice, each with the first place where it is broken. There are no frames to
 * look into, for which axe would open a page of its own each time.
 */
async function violations(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations: broken } = await axe.setLegacyMode().analyze()
  return broken.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} (${nodes.length})`)
}
