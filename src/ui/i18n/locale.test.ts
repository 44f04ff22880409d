import { expect, it } from 'vitest'

import { chooseLocale, loadI18n, switchLocale } from './locale.ts'
import { noticeText } from './notice-texts.ts'

it.each([
  [['de-CH', 'en'], 'de'],
  [['fr-FR', 'de', 'en'], 'de'],
  [['EN-us', 'de'], 'en'],
  [['den', 'fr'], 'en'],
  [[], 'en'],
])('speaks to whoever prefers %j the language %s', (wanted, spoken) => {
  expect(chooseLocale(wanted)).toBe(spoken)
})

it.each(['de', 'en'] as const)('speaks English when the text of the language %s does not arrive', async (wanted) => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))

  const i18n = await loadI18n(wanted, { de: lost, en: lost })

  expect([i18n.locale, document.documentElement.lang]).toEqual(['en', 'en'])
  expect(noticeText(i18n, { type: 'negative', code: 'flow.run.failed' })).toBe('Failed to trigger flow run')
})

it('changes the language of what is on the page', async () => {
  const i18n = await loadI18n('en')

  await switchLocale(i18n, 'de')

  expect([i18n.locale, document.documentElement.lang]).toEqual(['de', 'de'])
})
