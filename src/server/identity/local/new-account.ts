import { randomBytes } from 'node:crypto'

import type { Account, Provider } from './account.ts'

type Given = Pick<Account, 'email' | 'passwordHash' | 'displayName' | 'emailVerified' | 'googleId'>

/** The account of a new user. */
export function newAccount(given: Given, provider: Provider): Account {
  const now = Date.now()
  return {
    ...given,
    localId: randomBytes(21).toString('base64url'),
    providers: [provider],
    passwordUpdatedAt: now,
    validSince: Math.floor(now / 1_000),
    createdAt: now,
    lastLoginAt: now,
  }
}
