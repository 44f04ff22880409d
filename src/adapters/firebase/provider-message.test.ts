import { expect, it } from 'vitest'

import { identityFailure } from './identity-failure.ts'
import { providerMessage } from './provider-message.ts'

it.each([
  [
    'auth/email-already-in-use',
    'Firebase: Error (auth/email-already-in-use).',
    'The email address is already in use by another account.',
  ],
  [
    'auth/weak-password',
    'Firebase: Password should be at least 6 characters (auth/weak-password).',
    'Password should be at least 6 characters',
  ],
  ['auth/brand-new', 'Firebase: Error (auth/brand-new).', ''],
  ['auth/brand-new', 'Something else entirely', ''],
])('unpacks what Firebase says of %s', (code, message, sentence) =>
  expect(providerMessage(code, message)).toBe(sentence),
)

it('throws on what Firebase did not say', () => {
  expect(() => identityFailure(new TypeError('a bug'))).toThrow('a bug')
})
