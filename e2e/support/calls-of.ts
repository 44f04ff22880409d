import { expect, type Page } from '@playwright/test'

import { Person } from './person.ts'

/** Calls the API as the person who is signed in on the page; paths are those of their organization. */
export async function callsOf(page: Page) {
  const listing = page.waitForRequest(/\/v1\/organizations\/[^/]+\/integrations$/)
  await new Person(page).opens('/integrations')
  const request = await listing
  const headers = { authorization: (await request.headerValue('authorization')) ?? '' }
  const base = new URL(request.url().replace(/\/integrations$/, ''))
  return async (method: string, path: string, data: object) => {
    const url = path.startsWith('/v1/') ? new URL(path, base).href : `${base.href}${path}`
    const answer = await page.request.fetch(url, { method, headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
}
