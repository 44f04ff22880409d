import { expect, it } from 'vitest'

import { formatsOf } from './formats.ts'
import { regionalLocale } from './regional-locale.ts'

it.each([
  ['en', ['de-DE', 'en-GB', 'en'], 'en-GB'],
  ['de', ['de-CH', 'de'], 'de-CH'],
  ['de', ['en-GB'], 'de'],
  ['en', ['en-US@posix'], 'en'],
  ['en', [], 'en'],
])('%s of somebody whose browser asks for %j is written as in %s', (language, wanted, expected) => {
  expect(regionalLocale(language, wanted)).toBe(expected)
})

it('writes the clock as the region does', () => {
  const at = '2026-11-30T13:54:29'
  expect(formatsOf('en-GB').time(at)).toBe('13:54:29')
  expect(formatsOf('en-GB').hour('2026-11-30T06:00:00')).toBe('06:00')
  expect(formatsOf('en').time(at).replace('\u202f', ' ')).toBe('1:54:29 PM')
  expect(formatsOf('de').time(at)).toBe('13:54:29')
})
