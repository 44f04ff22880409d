import type { JWTPayload } from 'jose'

import { SERVICE_UID } from '../../core/catalog/service-keys.ts'
import type { Principal } from '../domain/people/principal.ts'

export const issuerOf = (projectId: string): string => `https://securetoken.google.com/${projectId}`

/**
 * The rules that Firebase requires in addition to signature, issuer, audience and expiry: a subject of 1 to 128 characters and
 * a sign-in that is not in the future (firebase.google.com/docs/auth/admin/verify-id-tokens). Anonymous and
 * tenant-bound sign-ins are not users of this product.
 */
export function principalFrom(claims: JWTPayload, now: number): Principal | undefined {
  const { sub } = claims
  const authTime = claims['auth_time']
  const firebase = claims['firebase']
  if (typeof sub !== 'string' || sub.length === 0 || sub.length > 128 || sub.startsWith(SERVICE_UID)) return undefined
  if (typeof authTime !== 'number' || authTime > now + CLOCK_TOLERANCE) return undefined
  if (typeof claims.iat !== 'number' || claims.iat > now + CLOCK_TOLERANCE) return undefined
  if (typeof claims.exp !== 'number') return undefined
  if (!firebase || typeof firebase !== 'object') return undefined
  if ('tenant' in firebase) return undefined
  if ('sign_in_provider' in firebase && firebase.sign_in_provider === 'anonymous') return undefined

  return {
    uid: sub,
    emailVerified: claims['email_verified'] === true,
    signedInAt: authTime,
    expiresAt: claims.exp,
    ...text(claims, 'email', 'email'),
    ...text(claims, 'name', 'displayName'),
    ...text(claims, 'picture', 'photoUrl'),
  }
}

/** The allowed difference between the provider's clock and ours, in seconds. */
export const CLOCK_TOLERANCE = 5

const text = <Name extends string>(claims: JWTPayload, claim: string, name: Name): { [K in Name]?: string } => {
  const given = claims[claim]
  // People choose their names at the provider; a name with line breaks or control characters would reach mails, logs and the store.
  const value =
    typeof given === 'string'
      ? given
          .toWellFormed()
          .replace(/\p{Cc}+/gu, ' ')
          .trim()
      : ''
  return value !== '' ? ({ [name]: value } as { [K in Name]?: string }) : {}
}
