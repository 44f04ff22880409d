import { expect, it } from 'vitest'

import { identityFailure, providerMessage, windowFailure } from './firebase-identity.ts'

const thrown = (code: string) => Object.assign(new Error(`Firebase: Error (${code}).`), { code })

it('a window whose script cannot be loaded has no network; elsewhere an internal error says nothing of it', () => {
  const script = thrown('auth/internal-error')

  expect(windowFailure(script).code).toBe('network-request-failed')
  expect(identityFailure(script).code).toBe('unknown')
  expect(windowFailure(thrown('auth/popup-closed-by-user')).code).toBe('unknown')
})

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
