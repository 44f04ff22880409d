import { expect, it } from 'vitest'

import { identityCode, isWrongCredential } from './identity-code.ts'

it.each([
  ['INVALID_LOGIN_CREDENTIALS', 'invalid-credential'],
  ['EMAIL_EXISTS', 'email-already-in-use'],
  ['EMAIL_NOT_FOUND', 'user-not-found'],
  ['INVALID_PASSWORD', 'wrong-password'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'too-many-requests'],
  ['USER_DISABLED', 'user-disabled'],
  ['TOKEN_EXPIRED', 'user-token-expired'],
  ['auth/network-request-failed', 'network-request-failed'],
  ['auth/wrong-password', 'wrong-password'],
  ['user-disabled', 'user-disabled'],
  ['auth/invalid-email', 'invalid-email'],
  ['auth/weak-password', 'weak-password'],
  ['auth/popup-closed-by-user', 'unknown'],
  ['toString', 'unknown'],
])('reads %s as %s', (raw, code) => expect(identityCode(raw)).toBe(code))

it('tells a wrong password from nothing that would name an account', () => {
  expect(
    ['invalid-credential', 'wrong-password', 'user-not-found'].map((code) => isWrongCredential(identityCode(code))),
  ).toEqual([true, true, true])
  expect(isWrongCredential('user-disabled')).toBe(false)
})
