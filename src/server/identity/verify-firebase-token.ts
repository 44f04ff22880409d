import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { VerifyToken } from '../domain/people/principal.ts'
import { CLOCK_TOLERANCE, issuerOf, principalFrom } from './claims.ts'

const KEYS = new URL('https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com')

/** Finds the public key of a token. */
export type FirebaseKeys = JWTVerifyGetKey

interface Options {
  readonly projectId: string
  /** By default Google's keys: cached, fetched again at most every 30 s when a key is unknown. */
  readonly keys?: FirebaseKeys
}

/** Firebase ID tokens of a real project: RS256 with one of Google's keys, for this project, not expired. */
export const makeVerifyFirebaseToken =
  ({ projectId, keys = createRemoteJWKSet(KEYS) }: Options): VerifyToken =>
  async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer: issuerOf(projectId),
        audience: projectId,
        requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
        clockTolerance: CLOCK_TOLERANCE,
      })
      if (Array.isArray(payload.aud)) return undefined
      return principalFrom(payload, Date.now() / 1_000)
    } catch {
      return undefined
    }
  }
