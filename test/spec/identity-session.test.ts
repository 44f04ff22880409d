import { inMemoryPersistence } from 'firebase/auth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { FirebaseIdentity } from '../../src/adapters/firebase/firebase-identity.ts'
import type { User } from '../../src/core/auth/user.ts'

/** Google's side of the identity session. Firebase takes hold of `fetch` when it is loaded, hence before the imports. */
const google = vi.hoisted(() => {
  const state = { refreshes: [] as number[], refresh: (): Promise<Response> => Promise.reject(new Error('unset')) }
  globalThis.fetch = async (input) => {
    const url = String(input)
    if (url.includes('/v1/token')) {
      state.refreshes.push(Date.now())
      return state.refresh()
    }
    return url.includes('accounts:lookup')
      ? Response.json({ users: [{ localId: 'u1', email: 'ada@example.com' }] })
      : Response.json({ idToken: token(), refreshToken: 'r1', expiresIn: '3600', localId: 'u1' })
  }
  function token(): string {
    const now = Math.floor(Date.now() / 1_000)
    const claims = { sub: 'u1', iat: now, auth_time: now, exp: now + 3_600 }
    return ['{"alg":"none"}', JSON.stringify(claims), 'signature'].map(btoa).join('.')
  }
  return Object.assign(state, { token })
})

const MINUTE = 60_000
const renewed = async () => Response.json({ access_token: google.token(), refresh_token: 'r2', expires_in: '3600' })
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))
const refused = (message: string) => async () => Response.json({ error: { message } }, { status: 400 })

let identity: FirebaseIdentity
let signedInAt: number
let last: User | null | undefined
let names = 0

beforeEach(async () => {
  vi.useFakeTimers()
  google.refreshes = []
  google.refresh = renewed
  identity = new FirebaseIdentity({
    projectId: 'p',
    apiKey: 'k',
    authDomain: 'p.firebaseapp.com',
    name: `session-${++names}`,
    persistence: inMemoryPersistence,
  })
  identity.subscribe((user) => {
    last = user
  })
  expect(await identity.signIn('ada@example.com', 'right')).toEqual({ ok: true, value: undefined })
  signedInAt = Date.now()
})
afterEach(async () => {
  await identity.signOut()
  vi.useRealTimers()
})

const refreshedAfter = () => google.refreshes.map((at) => at - signedInAt)

describe('the identity session', () => {
  it('refreshes its token 5 minutes before expiry, and again before the next', async () => {
    await vi.advanceTimersByTimeAsync(55 * MINUTE - 1)
    expect(refreshedAfter()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(refreshedAfter()).toEqual([55 * MINUTE])

    await vi.advanceTimersByTimeAsync(55 * MINUTE)

    expect(refreshedAfter()).toEqual([55 * MINUTE, 110 * MINUTE])
  })

  it('tries again after 30 s when that fails, doubling the pause up to 960 s', async () => {
    google.refresh = unreachable
    await vi.advanceTimersByTimeAsync(55 * MINUTE + 3_600_000)

    const pauses = refreshedAfter().map((at, index, all) => (index === 0 ? at : at - (all[index - 1] ?? 0)))
    expect(pauses).toEqual([55 * MINUTE, ...[30, 60, 120, 240, 480, 960, 960].map((seconds) => seconds * 1_000)])
    expect(last).toMatchObject({ uid: 'u1' })
  })

  it('counts a token as expired 30 s before its expiry', async () => {
    google.refresh = unreachable
    await vi.advanceTimersByTimeAsync(60 * MINUTE - 31_000)
    const before = google.refreshes.length
    expect(await identity.tokens()).toMatchObject({ ok: true })
    expect(google.refreshes).toHaveLength(before)

    await vi.advanceTimersByTimeAsync(1_001)

    expect(await identity.tokens()).toMatchObject({ ok: false, failure: { kind: 'network' } })
    expect(google.refreshes).toHaveLength(before + 1)
  })

  it('gives a call 30 s on desktop', async () => {
    google.refresh = () => new Promise(() => undefined)
    let outcome: unknown
    void identity.tokens({ refresh: true }).then((result) => {
      outcome = result
    })

    await vi.advanceTimersByTimeAsync(29_999)
    expect(outcome).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)

    expect(outcome).toEqual({ ok: false, failure: { kind: 'network' } })
  })

  it.each(['USER_DISABLED', 'TOKEN_EXPIRED'])('ends, and signs the user out, on %s', async (code) => {
    google.refresh = refused(code)

    await vi.advanceTimersByTimeAsync(55 * MINUTE)

    expect(identity.currentUser()).toBeNull()
    expect(last).toBeNull()
    expect(await identity.tokens()).toEqual({ ok: false, failure: { kind: 'unauthenticated' } })
  })
})
