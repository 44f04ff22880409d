/** The identity provider's codes: those of its server and those of its client library (spec §8). */
export const IDENTITY_CODES = {
  INVALID_LOGIN_CREDENTIALS: 'invalid-credential',
  EMAIL_EXISTS: 'email-already-in-use',
  EMAIL_NOT_FOUND: 'user-not-found',
  INVALID_PASSWORD: 'wrong-password',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
  USER_DISABLED: 'user-disabled',
  TOKEN_EXPIRED: 'user-token-expired',
} as const

/** The client library's own codes for an input that it or the server refuses. */
const INPUT_CODES = ['invalid-email', 'weak-password'] as const

const CLIENT_CODES = [...Object.values(IDENTITY_CODES), ...INPUT_CODES, 'network-request-failed'] as const

export type IdentityCode = (typeof CLIENT_CODES)[number] | 'unknown'

/** Reads a code in either spelling: the server's (`EMAIL_EXISTS`), or the client's with or without `auth/`. */
export function identityCode(raw: string): IdentityCode {
  if (Object.hasOwn(IDENTITY_CODES, raw)) return IDENTITY_CODES[raw as keyof typeof IDENTITY_CODES]
  const bare = raw.replace(/^auth\//, '')
  return CLIENT_CODES.find((code) => code === bare) ?? 'unknown'
}

/** One sentence for all three, so that nobody can find out which addresses have an account. */
export const isWrongCredential = (
  code: IdentityCode,
): code is 'invalid-credential' | 'wrong-password' | 'user-not-found' =>
  code === 'invalid-credential' || code === 'wrong-password' || code === 'user-not-found'
