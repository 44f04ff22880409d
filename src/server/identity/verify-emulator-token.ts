import { UnsecuredJWT } from 'jose'

import { Refusal } from '../usecases/refusal.ts'
import { issuerOf, principalFrom } from './claims.ts'
import type { VerifyToken } from './principal.ts'

interface Options {
  readonly projectId: string
  /** Where the emulator listens, on loopback: its tokens are unsigned, so it must be asked about each of them. */
  readonly origin: string
}

/** How long an answer of the emulator is believed; it is asked once per page load rather than once per call. */
const BELIEVED_MS = 2_000

/**
 * Tokens of the local Auth emulator. Anyone can write one, so the account must exist there, be enabled, and not have
 * been signed out everywhere since: what the official server SDK does in emulator mode.
 */
export function makeVerifyEmulatorToken({ projectId, origin }: Options): VerifyToken {
  const believed = new Map<string, number>()

  return async (token) => {
    const claims = decode(token, projectId)
    const claimed = claims && principalFrom(claims, Date.now() / 1_000)
    if (!claims || !claimed) return undefined
    // No mail leaves a local installation, so nobody could verify an address there, and invitations ask for it.
    const principal = { ...claimed, emailVerified: true }

    const now = Date.now()
    if ((believed.get(token) ?? 0) > now) return principal
    if (!(await isAlive(origin, projectId, principal.uid, Number(claims.iat)))) return undefined
    for (const [known, until] of believed) if (until <= now) believed.delete(known)
    believed.set(token, now + BELIEVED_MS)
    return principal
  }
}

function decode(token: string, projectId: string) {
  try {
    const { payload } = UnsecuredJWT.decode(token, { issuer: issuerOf(projectId), audience: projectId })
    return payload.exp === undefined || Array.isArray(payload.aud) ? undefined : payload
  } catch {
    return undefined
  }
}

async function isAlive(origin: string, projectId: string, uid: string, issuedAt: number): Promise<boolean> {
  const response = await fetch(`${origin}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:lookup`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ localId: [uid] }),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => {
    const message = 'The local sign-in service cannot be reached right now. Try again in a moment.'
    throw new Refusal(503, 'UNAVAILABLE', message)
  })
  const { users } = (await response.json()) as {
    users?: { localId: string; disabled?: boolean; validSince?: string }[]
  }
  const user = users?.find(({ localId }) => localId === uid)
  return user !== undefined && !user.disabled && Number(user.validSince ?? 0) <= issuedAt
}
