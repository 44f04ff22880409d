import { expect, it } from 'vitest'

import { isEmailAddress } from './email-address.ts'

it.each([
  ['ada@example.com', true],
  ['ada@localhost', true],
  ['äda+flows@exämple.org', true],
  ['ada', false],
  ['ada@', false],
  ['@example.com', false],
  ['ada@b@example.com', false],
  ['ada lovelace@example.com', false],
  [`${'a'.repeat(320)}@example.com`, false],
])('%s is an e-mail address: %s', (text, is) => expect(isEmailAddress(text)).toBe(is))
