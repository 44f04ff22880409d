import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'

import { Person } from './person.ts'
import type { Language } from './words.ts'

const PAGES = [
  ['/', 'home'],
  ['/flows', 'flows'],
  ['/sources', 'sources'],
  ['/organization-settings?section=members', 'members'],
] as const

interface Wanted {
  readonly owner: Person
  readonly browser: Browser
  readonly context: BrowserContextOptions
  readonly language: Language
  readonly flow: string
  take(page: Page, name: string): Promise<void>
}

/** What members see who may not change anything, or only run what is there. */
export async function picturesOfRoles({ owner, browser, context, language, flow, take }: Wanted): Promise<void> {
  for (const role of ['Viewer', 'Runner']) {
    const { page, says } = owner
    const theirs = await (await browser.newContext(context)).newPage()
    const member = new Person(theirs, language)
    await owner.opens('/organization-settings?section=invitations&dialog=add')
    await page.getByLabel(says('E-mail address')).fill(member.email)
    await page.getByRole('radio', { name: says(role) }).check()
    await owner.presses('Invite')
    await theirs.goto(await page.getByLabel(says('Invitation link')).inputValue())
    await theirs.getByRole('link', { name: /^(Create an account|Konto erstellen)$/ }).click()
    await expect(theirs.getByRole('button', { name: says('Create account') })).toBeVisible()
    await member.types()
    await member.presses('Create account')
    await member.presses('Accept the invitation')
    await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
    for (const [path, name] of PAGES) {
      await member.opens(path)
      await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(theirs.getByText(says('Loading…'))).toHaveCount(0)
      await take(theirs, `${name}-as-${role.toLowerCase()}`)
    }
    await member.opens(`/floweditor/${flow}`)
    await expect(theirs.getByText('public.orders').first()).toBeVisible()
    await expect(theirs.getByText(says('The source could not be read'))).toHaveCount(0)
    await take(theirs, `flow-editor-as-${role.toLowerCase()}`)
    await theirs.context().close()
  }
}
