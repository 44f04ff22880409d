import { createRemoteJWKSet } from 'jose'
import { sentence } from '../../core/catalog/sentence.ts'
import type { VerifyToken } from '../domain/people/principal.ts'
import { RequestError } from '../domain/request-error.ts'
import { makeVerifyFirebaseToken } from './verify-firebase-token.ts'

interface Options {
  readonly projectId: string
  /** The address of the sign-in service with the accounts. */
  readonly origin: string
}

/** How long an answer of the service is cached; it is asked once per page load and not once per call. */
const BELIEVED_MS = 2_000

/**
 * Tokens of local accounts: signed by the service's key and verified like Firebase's. Then the service is asked, with the
 * token itself, whether the account still exists, is enabled, and has the same password.
 */
export function makeVerifyLocalToken({ projectId, origin }: Options): VerifyToken {
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', origin), { cacheMaxAge: Infinity })
  const verify = makeVerifyFirebaseToken({ projectId, keys })
  const believed = new Map<string, number>()

  return async (token) => {
    if (!keys.jwks()) await keys.reload().catch(away)
    const claimed = await verify(token)
    if (!claimed) return undefined
    // No mail leaves a local installation, so nobody could verify an address there, and invitations require it.
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

/** An unavailable service is not a refusal, because a browser would sign out after a refusal. */
function away(): never {
  const message = sentence`The local sign-in service cannot be reached right now. Try again in a moment.`
  throw new RequestError('unavailable', 'UNAVAILABLE', message)
}
