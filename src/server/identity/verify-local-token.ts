import { createRemoteJWKSet } from 'jose'
import { sentence } from '../../core/catalog/sentence.ts'

import { RequestError } from '../domain/request-error.ts'
import type { VerifyToken } from './principal.ts'
import { makeVerifyFirebaseToken } from './verify-firebase-token.ts'

interface Options {
  readonly projectId: string
  /** Of the sign-in service that keeps the accounts. */
  readonly origin: string
}

/** How long an answer of the service is believed; it is asked once per page load rather than once per call. */
const BELIEVED_MS = 2_000

/**
 * Tokens of local accounts: signed by the service's key and proved as Firebase's are. Then the service is asked, with the
 * token itself, whether the account is still there, enabled, and has the same password.
 */
export function makeVerifyLocalToken({ projectId, origin }: Options): VerifyToken {
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', origin), { cacheMaxAge: Infinity })
  const verify = makeVerifyFirebaseToken({ projectId, keys })
  const believed = new Map<string, number>()

  return async (token) => {
    if (!keys.jwks()) await keys.reload().catch(away)
    const claimed = await verify(token)
    if (!claimed) return undefined
    // No mail leaves a local installation, so nobody could verify an address there, and invitations ask for it.
    const principal = { ...claimed, emailVerified: true }

    const now = Date.now()
    if ((believed.get(token) ?? 0) > now) return principal
    if (!(await isAlive(origin, token))) return undefined
    for (const [known, until] of believed) if (until <= now) believed.delete(known)
    believed.set(token, now + BELIEVED_MS)
    return principal
  }
}

async function isAlive(origin: string, idToken: string): Promise<boolean> {
  const { ok, status } = await fetch(`${origin}/identitytoolkit.googleapis.com/v1/accounts:lookup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken }),
    signal: AbortSignal.timeout(5_000),
  }).catch(away)
  return ok || (status >= 500 ? away() : false)
}

/** Away is not refused: a browser that was told so would sign out. */
function away(): never {
  const message = sentence`The local sign-in service cannot be reached right now. Try again in a moment.`
  throw new RequestError('unavailable', 'UNAVAILABLE', message)
}
