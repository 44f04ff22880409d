import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

import { originOf } from './start-millrace.ts'

/** What every journey does first, by the labels that a person reads. */
export class Person {
  readonly page: Page
  readonly email = `person-${randomUUID().slice(0, 8)}@example.com`
  readonly password = 'correct horse battery'

  constructor(page: Page) {
    this.page = page
  }

  async opens(path = '/'): Promise<void> {
    await this.page.goto(`${originOf()}${path}`)
  }

  async registers(): Promise<void> {
    await this.opens('/register')
    await this.page.getByLabel('Email').fill(this.email)
    await this.page.getByLabel('Password', { exact: true }).fill(this.password)
    await this.page.getByRole('button', { name: 'Create account' }).click()
  }

  async createsOrganization(name = 'Acme'): Promise<void> {
    await this.page.getByLabel('Organization name').fill(name)
    await this.page.getByRole('button', { name: 'Create organization' }).click()
    await expect(this.page.getByRole('navigation').first()).toBeVisible()
  }

  async goesTo(place: 'Home' | 'Flows' | 'Sources' | 'Destinations' | 'Integrations'): Promise<void> {
    await this.page.getByRole('link', { name: place, exact: true }).first().click()
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible()
  }
}
