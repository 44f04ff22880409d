import { expect, it } from 'vitest'

import { chooseLocale, loadI18n, switchLocale } from './locale.ts'

it.each([
  [['de-CH', 'en'], 'de'],
  [['fr-FR', 'de', 'en'], 'de'],
  [['EN-us', 'de'], 'en'],
  [['den', 'fr'], 'en'],
  [[], 'en'],
])('speaks to whoever prefers %j the language %s', (wanted, spoken) => {
  expect(chooseLocale(wanted)).toBe(spoken)
})

it('changes the language of what is on the page', async () => {
  const i18n = await loadI18n('en')

  await switchLocale(i18n, 'de')

  expect([i18n.locale, document.documentElement.lang]).toEqual(['de', 'de'])
})
