import { z } from 'zod/mini'

import { isEmailAddress } from '../../../core/catalog/email-address.ts'
import { isCommonPassword } from './common-passwords.ts'
import { IdentityError } from './identity-error.ts'

const text = (longest: number) => z.optional(z.string().check(z.maxLength(longest)))

/** The fields of all calls that we answer; others, such as `returnSecureToken`, are ignored. */
const schema = z.object({
  email: text(1_000),
  newEmail: text(1_000),
  password: z.optional(z.string()),
  newPassword: z.optional(z.string()),
  // Both are in every ID token, and an ID token is in a header of every call.
  displayName: text(256),
  photoUrl: text(2_048),
  idToken: text(16_384),
  oobCode: text(256),
  requestType: text(64),
  requestUri: text(16_384),
  autoCreate: z.optional(z.boolean()),
  deleteAttribute: z.optional(z.array(z.string())),
  deleteProvider: z.optional(z.array(z.string())),
  grant_type: text(64),
  refresh_token: text(16_384),
})

export type IdentityRequest = z.infer<typeof schema>

/** @throws IdentityError that names the field */
export function identityRequest(body: unknown): IdentityRequest {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  // Some callers send `null` for an absent value.
  const fields = isObject ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) : body
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new IdentityError(`INVALID_ARGUMENT : ${issue?.path.join('.') || 'The request'}: ${issue?.message}`)
}

/** In the form of stored accounts. @throws IdentityError */
export function checkEmail(email: string | undefined): string {
  if (!email) throw new IdentityError('MISSING_EMAIL')
  if (!isEmailAddress(email)) throw new IdentityError('INVALID_EMAIL')
  return email.toLowerCase()
}

/** Stricter than Firebase, which takes six: NIST SP 800-63B-4, section 3.1.1.2. Passwords that exist go on working. */
export const SHORTEST_PASSWORD = 8
const LONGEST_PASSWORD = 4_096

/** The rules for a new password, with Firebase's codes. @throws IdentityError */
export function checkNewPassword(password: string | undefined): string {
  if (!password) throw new IdentityError('MISSING_PASSWORD')
  if (password.length < SHORTEST_PASSWORD)
    throw new IdentityError(`WEAK_PASSWORD : Password should be at least ${SHORTEST_PASSWORD} characters`)
  if (isCommonPassword(password))
    throw new IdentityError('WEAK_PASSWORD : This password is one of the most common ones. Choose another.')
  if (password.length > LONGEST_PASSWORD)
    throw new IdentityError('PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password may have at most 4096 characters')
  return password
}
