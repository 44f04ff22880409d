import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

/** One word without a place to break it, as exports and generators make them. */
const long = (start: string) => `${start}${'OfTheNorthernRegionsMonthlyReports'.repeat(3)}`

test('names of one very long word fit every page and dialog, at any width of the window', async ({ page }) => {
  test.slow()
  const person = new Person(page)
  const call = await person.settlesIn()
  const credentials = { host: '127.0.0.1', port: 1, user: 'etl', password: 'pw', dbname: 'dw', sslmode: 'disable' }
  const keys = await call('POST', '/integrations', { name: long('Keys'), type: 'postgres', credentials })
  const draft = { type: 'postgres', capability: 'both', integration_id: keys.id, config: {} }
  const shop = await call('POST', '/connections', { ...draft, name: long('Shop') })
  const attic = await call('POST', '/connections', { ...draft, name: long('Attic') })
  const ends = { source_connection: { id: shop.id }, destination_connection: { id: attic.id } }
  const config = {
    streams: [{ entity: `public.${long('orders').slice(0, 63)}`, mode: 'replace' }],
    transformations: [],
    schedule: { cron: '0 3 * * *', timezone: 'America/Argentina/ComodRivadavia' },
  }
  const flow = await call('POST', '/flows', { name: long('Nightly'), ...ends, config, freshness_minutes: 60 })
  const run = await call('POST', `/flows/${flow.id}/run`, {})
  await call('PATCH', '/v1/users/me', { display_name: long('Ada') })
  await call('PUT', '', { name: long('Acme') })

  const pages = ['/', '/flows', '/flows?view=order', '/flows?view=connections', '/runs', `/runs/${run.run_id}`]
  const lists = ['/sources', '/destinations', '/integrations', '/trash', '/profile', '/billing', '/organization/create']
  const sections = ['general', 'members', 'invitations', 'roles', 'keys', 'code', 'alerts', 'audit']
  const ofFlow = ['schedule', 'freshness', 'cost', 'sql', 'inbound', 'versions', 'delete']
  const ofSource = ['edit', 'test', 'discover', 'delete']
  await person.opens()
  for (const path of [
    ...pages,
    ...lists,
    `/flows/${flow.id}`,
    `/floweditor/${flow.id}`,
    `/floweditor/${flow.id}?tab=outline`,
    `/floweditor/${flow.id}?tab=runs`,
    ...sections.map((section) => `/organization-settings?section=${section}`),
    ...ofFlow.map((dialog) => `/floweditor/${flow.id}?dialog=${dialog}`),
    ...ofSource.map((dialog) => `/sources?dialog=${dialog}&id=${shop.id}`),
  ]) {
    await person.navigates(path)
    await expect(page.getByText('Loading…').first(), path).toBeHidden()
    for (const width of [1280, 800, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => page.evaluate(tooWide), `${path} at ${width}`).toEqual([])
    }
  }
})

/** The page, or a part of a dialog, that is wider than its frame. */
function tooWide(): readonly string[] {
  const parts = [document.documentElement, ...document.querySelectorAll('[role="dialog"], [role="dialog"] form')]
  return parts
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map((part) => `${part.tagName} ${part.scrollWidth}`)
}
