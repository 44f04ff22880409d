import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

import { type Call, makeAccount } from './make-account.ts'
import { makeSmallFlow, type SmallFlow } from './small-shop.ts'
import { originOf } from './start-millrace.ts'
import { type Language, wordsOf } from './words.ts'

declare global {
  interface Window {
    /** The router shows itself to its own developer tools. */
    readonly __TSR_ROUTER__: {
      navigate(to: { readonly href: string }): Promise<void>
      readonly state: { readonly status: 'idle' | 'pending' }
    }
  }
}

/** The first journeys begin all at once, beside servers that start: how soon their first page is there is not the subject. */
const FIRST_PAGE = { timeout: 30_000 }

/** What every journey does first, by the labels that a person reads. */
export class Person {
  readonly page: Page
  readonly #origin: string
  readonly email: string
  readonly password = 'correct horse battery'
  /** An English label as this person reads it. */
  readonly says: (english: string) => string

  /** @param email of somebody who is known there already; by default a new one */
  constructor(
    page: Page,
    language: Language = 'en',
    origin = originOf(),
    email = `person-${randomUUID().slice(0, 8)}@example.com`,
  ) {
    this.page = page
    this.email = email
    this.#origin = origin
    this.says = wordsOf(language)
  }

  async opens(path = '/'): Promise<void> {
    await this.page.goto(`${this.#origin}${path}`)
  }

  /** Goes there as a link of the open page does: nothing is loaded again, which takes most of the time of a visit. */
  async navigates(path: string): Promise<void> {
    await this.page.evaluate((href) => window.__TSR_ROUTER__.navigate({ href }), path)
    await this.page.waitForFunction(() => window.__TSR_ROUTER__.state.status === 'idle')
  }

  async presses(english: string): Promise<void> {
    await this.page
      .getByRole('button', { name: this.says(english), exact: true })
      .first()
      .click()
  }

  async registers(): Promise<void> {
    await this.opens('/register')
    await this.types()
    await this.presses('Create account')
  }

  async signsIn(password = this.password): Promise<void> {
    await this.opens('/login')
    await this.types(password)
    await this.presses('Sign in')
  }

  /** Address and password, into the fields of sign-in and registration. */
  async types(password = this.password): Promise<void> {
    await this.page.getByLabel(this.says('Email')).fill(this.email)
    await this.page.getByLabel(this.says('Password'), { exact: true }).fill(password)
  }

  async signsOut(): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`^${this.says('Account:')}`) }).click()
    await this.page.getByRole('menuitem', { name: this.says('Sign out') }).click()
    await expect(this.page).toHaveURL(/\/login/)
  }

  async createsOrganization(name = 'Acme'): Promise<void> {
    await this.page.getByLabel(this.says('Organization name')).fill(name)
    await this.presses('Create organization')
    await expect(this.page.getByRole('navigation').first()).toBeVisible()
  }

  /** A new person with an organization of their own, on its start page; made by calls, which is no journey but fast. */
  async settlesIn(organization = 'Acme'): Promise<Call> {
    const call = await this.#hasAccount(organization)
    await this.opens()
    await expect(this.page.getByRole('heading', { level: 1, name: organization })).toBeVisible(FIRST_PAGE)
    return call
  }

  /** As above, with a flow of a thousand rows, open in the editor. */
  async settlesInWithFlow(organization = 'Acme'): Promise<SmallFlow & { readonly call: Call }> {
    const call = await this.#hasAccount(organization)
    const made = await makeSmallFlow(call)
    await this.opens(`/floweditor/${made.flow}`)
    await expect(this.page.getByLabel(this.says('Name of the flow'))).toBeVisible(FIRST_PAGE)
    return { ...made, call }
  }

  async #hasAccount(organization: string): Promise<Call> {
    const { email, password } = this
    // A page that is open there holds on to the session that it has.
    await this.page.goto('about:blank')
    return makeAccount(this.page.context(), this.#origin, { email, password, organization })
  }

  async goesTo(place: 'Home' | 'Flows' | 'Runs' | 'Sources' | 'Destinations' | 'Integrations'): Promise<void> {
    await this.page
      .getByRole('link', { name: this.says(place), exact: true })
      .first()
      .click()
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  /** Sample data and the flow that moves it, opened; to create it takes 3 seconds of a core. @returns the flow's id */
  async usesSampleData(): Promise<string> {
    await this.presses('Use sample data')
    await expect(this.page).toHaveURL(/\/floweditor\//, { timeout: 30_000 })
    return new URL(this.page.url()).pathname.split('/').at(-1) ?? ''
  }
}
