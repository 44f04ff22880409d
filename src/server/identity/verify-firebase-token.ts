import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'

import { CLOCK_TOLERANCE, issuerOf, principalFrom } from './claims.ts'
import type { VerifyToken } from './principal.ts'

const KEYS = new URL('https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com')

/** Finds the public key that a token names. */
export type FirebaseKeys = JWTVerifyGetKey

interface Options {
  readonly projectId: string
  /** Google's keys unless told otherwise: cached, fetched again at most every 30 s when a key is unknown. */
  readonly keys?: FirebaseKeys
}

/** Firebase ID tokens of a real project: RS256 by one of Google's keys, for this project, alive. */
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
