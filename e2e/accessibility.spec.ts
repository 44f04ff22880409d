import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'

import { TRIES_ALL } from '../test/support/samples.ts'
import { answerInPlace } from './support/answer-in-place.ts'
import { Person } from './support/person.ts'
import type { Language } from './support/words.ts'

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
const PROMISES: Readonly<Record<Language, string>> = {
  en: 'has nothing in it that axe finds, in both themes, and fits a phone',
  de: 'fits a phone',
}
/** German has longer words in the same elements: before a release it is drawn, too. */
const TAG: Readonly<Record<Language, string[]>> = { en: [], de: ['@full'] }
/** What is behind an open one cannot be reached, and was looked at as a page. */
const DIALOG = '[role="dialog"], [role="alertdialog"]'

/** Keys are for the page again only once what lay over it is gone. */
async function closes(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.locator(`${DIALOG}, [role="menu"]`)).toHaveCount(0)
}

for (const language of ['en', 'de'] satisfies Language[]) {
  test.describe(language, () => {
    // What is only tried on a phone need not be drawn for a desk first.
    test.use({ locale: language, viewport: language === 'en' ? DESK : PHONE })
    test.setTimeout(300_000)

    test(`every page ${PROMISES[language]}`, { tag: TAG[language] }, async ({ page }) => {
      const person = new Person(page, language)
      const found = new Findings(page, language)
      const looks = async (path: string) => {
        await expect(page.locator('h1, h2').first()).toBeVisible()
        await found.look(path)
      }
      const visit = async (path: string) => {
        await person.navigates(path)
        await looks(path)
      }
      await person.opens('/login')
      for (const path of ['/login', '/login?ended=true', '/login?reset=true', '/register']) await visit(path)
      const { flow, run, source, comparison } = await settlesIn(person)
      for (const path of [
        '/',
        '/flows',
        '/flows?q=zebra',
        '/flows?view=order',
        '/flows?view=connections',
        '/sources',
        `/sources/${source}`,
        '/destinations',
        '/integrations',
        `/flows/${flow}`,
        `/floweditor/${flow}`,
        `/floweditor/${flow}?tab=outline`,
        `/floweditor/${flow}?tab=runs`,
        `/floweditor/${flow}?dialog=tables`,
        '/trash',
        '/trash?q=zebra',
        '/runs',
        '/runs?q=zebra',
        '/runs/nowhere',
        `/runs/${run}`,
        `/runs/${run}?tab=attempts`,
        `/runs/${run}?tab=compare`,
        `/runs/${run}?tab=changes`,
        `/runs/${comparison}`,
        '/profile',
        '/organization-settings',
        '/organization-settings?section=members',
        '/organization-settings?section=invitations',
        ...['roles', 'keys', 'code', 'alerts', 'audit'].map((section) => `/organization-settings?section=${section}`),
        '/organization-settings/billing',
        '/billing',
        '/organization/create',
        '/accept-invite',
        '/nowhere',
      ]) {
        await visit(path)
      }
      // A link of a mail is opened by its address.
      await person.opens('/accept-invite?token=nothing')
      await looks('/accept-invite?token=nothing')
      expect(found.all).toEqual([])
    })

    test(`every dialog ${PROMISES[language]}`, { tag: TAG[language] }, async ({ page }) => {
      const person = new Person(page, language)
      const { says } = person
      const found = new Findings(page, language)
      const { flow, source } = await settlesIn(person)
      for (const path of [
        '/flows?dialog=add',
        ...['labels', 'schedule', 'versions', 'cost'].map((dialog) => `/flows/${flow}?dialog=${dialog}`),
        `/flows?dialog=schedule&id=${flow}`,
        `/flows?dialog=delete&id=${flow}`,
        '/sources?dialog=add',
        '/sources?dialog=add&kind=postgres',
        `/sources?dialog=edit&id=${source}`,
        `/sources?dialog=discover&id=${source}`,
        `/sources?dialog=test&id=${source}`,
        `/sources?dialog=delete&id=${source}`,
        '/integrations?dialog=add',
        '/integrations?dialog=add&kind=aws',
        '/integrations?dialog=add&kind=google_oauth',
        `/sources?dialog=versions&id=${source}`,
        ...['versions', 'schedule', 'freshness', 'structure', 'sql', 'cost', 'publishing', 'backfill', 'inbound'].map(
          (dialog) => `/floweditor/${flow}?dialog=${dialog}`,
        ),
        '/profile?dialog=delete',
        '/organization-settings?section=invitations&dialog=add',
        '/organization-settings?dialog=delete',
      ]) {
        await person.navigates(path)
        await expect(page.locator(DIALOG)).toHaveCount(1)
        await found.look(path, DIALOG)
      }
      await person.navigates('/organization-settings?section=members')
      await page.getByRole('button', { name: says('More for {name}').replace('{name}', person.email) }).click()
      await found.look('the menu of a member', '[role="menu"]')

      const ended = await answerInPlace(page, '**/v1/organizations/*/flows', { status: 401, json: {} })
      await person.navigates('/flows')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('combobox')).toBeVisible()
      await found.look('the palette', DIALOG)
      await closes(page)
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog')).toBeVisible()
      await found.look('the shortcuts', DIALOG)
      await closes(page)
      await page.setViewportSize(PHONE)
      await person.presses('Menu')
      await expect(page.getByRole('dialog')).toBeVisible()
      await found.look('the menu of a phone', DIALOG)
      await closes(page)
      await page.setViewportSize(DESK)
      ended.give()
      await page.keyboard.press('Shift+R')
      await expect(page.getByRole('dialog')).toBeVisible()
      await found.look('the ended session', DIALOG)
      await closes(page)
      ended.withdraw()
      await page.getByRole('button', { name: new RegExp(`^${says('Account:')}`) }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      // What is behind an open menu cannot be reached, and is hidden from screen readers.
      await found.look('the account menu', '[role="menu"]')
      expect(found.all).toEqual([])
    })
  })
}

/** What is wrong with the pages that were looked at. */
class Findings {
  readonly all: string[] = []
  #looks = 0
  readonly #page: Page
  readonly #language: Language

  constructor(page: Page, language: Language) {
    this.#page = page
    this.#language = language
  }

  /**
   * Everything in the light; in the dark the same elements have other colours, and `npm test` looks at every third page;
   * on a phone they have other places. Axe looks at each page once, in English: German has other words in the same elements.
   */
  async look(name: string, part = 'html'): Promise<void> {
    const page = this.#page
    const isPhone = page.viewportSize()?.width === PHONE.width
    await expect(page.getByText(/^(Loading…|Lädt …|Testing… .*|Test läuft … .*)$/)).toHaveCount(0)
    await expect(page.locator(part).first()).toBeVisible()
    const broken: string[] = []
    if (this.#language === 'en') {
      await page.emulateMedia({ colorScheme: 'light' })
      broken.push(...(await violations(page, { part })))
      if (TRIES_ALL || this.#looks++ % 3 === 0) {
        await page.emulateMedia({ colorScheme: 'dark' })
        broken.push(...(await violations(page, { part, rule: 'color-contrast' })))
      }
    }
    if (!isPhone) await page.setViewportSize(PHONE)
    // A chart is drawn again once it is told of its new width.
    await expect
      .poll(() => beyondTheEdge(page))
      .toEqual([])
      .catch(async () => broken.push(...(await beyondTheEdge(page))))
    if (!isPhone) await page.setViewportSize(DESK)
    this.all.push(...broken.map((violation) => `${name.replace(/[\w-]{30,}/g, '…')}: ${violation}`))
  }
}

/** An organization with connections, a flow and a run, so that no page is empty. */
async function settlesIn(person: Person) {
  const { page, says } = person
  const { flow, source, call } = await person.settlesInWithFlow('Northwind Traders')
  const { run_id: run } = await call('POST', `/flows/${flow}/run`, {})
  await person.navigates(`/runs/${run}`)
  await expect(page.getByText(says('Succeeded')).first()).toBeVisible({ timeout: 60_000 })
  const { run_id: comparison } = await call('POST', `/flows/${flow}/verify`, {})
  await person.navigates(`/runs/${comparison}`)
  await expect(page.getByText(says('Same')).first()).toBeVisible({ timeout: 60_000 })
  return { flow, source, run, comparison }
}

/**
 * Rules of WCAG 2.2 A and AA and of good practice, each with the first place where it is broken. Of all that is right
 * nothing is written down, and a page is given the rules once: both took as long as the looking.
 */
async function violations(page: Page, look: { part: string; rule?: string }): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async ({ part, rule }) => {
    const { violations: broken } = await window.axe.run(
      { include: [part] },
      { resultTypes: ['violations'], selectors: false, ...(rule && { runOnly: [rule] }) },
    )
    return broken.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} (${nodes.length})`)
  }, look)
}

/** Words and controls that nobody can see: past the right edge, and in nothing that can be scrolled sideways. */
const beyondTheEdge = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // What scrolls down also scrolls sideways for the browser, but nobody looks for words there.
    const isFrame = (element: Element) => element.matches('main, [role="tabpanel"], [role="dialog"] *:has(form, p)')
    const isScrollable = (element: Element | null): boolean =>
      element !== null &&
      ((/auto|scroll/.test(getComputedStyle(element).overflowX) && !isFrame(element)) ||
        isScrollable(element.parentElement))
    const isCutOnPurpose = (element: Element): boolean =>
      element.closest('.react-flow, .visually-hidden, svg') !== null ||
      getComputedStyle(element).textOverflow === 'ellipsis'
    return [...document.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, p, td, th, label')]
      .filter((element) => {
        const { right, width, height } = element.getBoundingClientRect()
        return right > innerWidth + 1 && width > 1 && height > 1 && !isScrollable(element) && !isCutOnPurpose(element)
      })
      .map((element) => `past the edge of a phone: ${element.outerHTML.slice(0, 160)}`)
      .slice(0, 3)
  })
