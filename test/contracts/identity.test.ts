import { inMemoryPersistence } from 'firebase/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { FirebaseIdentity } from '../../src/adapters/firebase/firebase-identity.ts'
import { MemoryIdentity } from '../../src/adapters/memory/memory-identity.ts'
import type { Identity } from '../../src/core/auth/identity.ts'
import type { User } from '../../src/core/auth/user.ts'
import { isWrongCredential } from '../../src/core/catalog/identity-code.ts'
import { LOCAL_PROJECT_ID as PROJECT } from '../../src/server/main/config.ts'
import { IDENTITY_SERVICES, type IdentityServiceUnderTest } from '../support/identity-services.ts'

const email = () => `${crypto.randomUUID()}@example.com`

const running: IdentityServiceUnderTest[] = []
afterAll(() => Promise.all(running.map(({ stop }) => stop())))

/** The client's adapter over each service, and what stands in for it in tests. */
const identities: [string, () => Promise<() => Identity>][] = [
  ['memory', async () => () => new MemoryIdentity()],
  ...Object.entries(IDENTITY_SERVICES).map(([name, start]): [string, () => Promise<() => Identity>] => [
    `Firebase and ${name}`,
    async () => {
      const service = await start()
      running.push(service)
      return () => firebaseAt(service.origin)
    },
  ]),
]

const firebaseAt = (emulatorOrigin: string) =>
  new FirebaseIdentity({
    projectId: PROJECT,
    apiKey: 'local',
    authDomain: 'localhost',
    emulatorOrigin,
    name: crypto.randomUUID(),
    persistence: inMemoryPersistence,
  })

describe.each(identities)('Identity over %s', (_, start) => {
  let make: () => Identity
  let identity: Identity
  let heard: (User | null)[]

  beforeAll(async () => {
    make = await start()
  }, 60_000)

  beforeEach(async () => {
    identity = make()
    heard = []
    identity.subscribe((user) => heard.push(user))
    await expect.poll(() => heard).toEqual([null])
  })

  it('knows nobody at first', async () => {
    expect(identity.currentUser()).toBeNull()
    expect(await identity.tokens()).toEqual({ ok: false, failure: { kind: 'unauthenticated' } })
  })

  it('signs in whoever signs up, and tells it', async () => {
    const ada = email()

    expect(await identity.signUp(ada, 'engine-1843')).toEqual({ ok: true, value: undefined })
    expect(identity.currentUser()).toMatchObject({ email: ada, isAnonymous: false })
    await expect.poll(() => heard.map((user) => user?.email)).toEqual([undefined, ada])
  })

  it('hands out tokens, and new ones when asked', async () => {
    await identity.signUp(email(), 'engine-1843')

    const tokens = await identity.tokens()
    expect(tokens).toEqual({
      ok: true,
      value: { accessToken: expect.any(String), refreshToken: expect.any(String), expirationTime: expect.any(String) },
    })
    expect(tokens.ok && Date.parse(tokens.value.expirationTime)).toBeGreaterThan(Date.now())
    expect(await identity.tokens({ refresh: true })).toMatchObject({ ok: true })
  })

  it('refuses an address that has an account, in the provider’s words', async () => {
    const ada = email()
    await identity.signUp(ada, 'engine-1843')

    expect(await identity.signUp(ada, 'another-1843')).toEqual({
      ok: false,
      failure: {
        kind: 'identity',
        code: 'email-already-in-use',
        providerMessage: expect.stringMatching(/^The email address is already in use/),
      },
    })
  })

  it('refuses a wrong password and an unknown address', async () => {
    const ada = email()
    await identity.signUp(ada, 'engine-1843')
    await identity.signOut()

    for (const answer of [await identity.signIn(ada, 'wrong-1843'), await identity.signIn(email(), 'engine-1843')]) {
      expect(answer).toMatchObject({ ok: false, failure: { kind: 'identity' } })
      expect(!answer.ok && answer.failure.kind === 'identity' && isWrongCredential(answer.failure.code)).toBe(true)
    }
    expect(await identity.signIn(ada, 'engine-1843')).toEqual({ ok: true, value: undefined })
  })

  it('sends a mail to reset the password', async () => {
    const ada = email()
    await identity.signUp(ada, 'engine-1843')

    expect(await identity.sendPasswordReset(ada)).toEqual({ ok: true, value: undefined })
  })

  it('sends a mail to verify the address, and learns anew who is signed in', async () => {
    await identity.signUp(email(), 'engine-1843')

    expect(await identity.sendVerification()).toEqual({ ok: true, value: undefined })
    expect(await identity.reload()).toEqual({ ok: true, value: undefined })
  })

  it('has the password said again before an account is deleted, and then knows nobody', async () => {
    const ada = email()
    await identity.signUp(ada, 'engine-1843')

    const refused = await identity.reauthenticate('wrong-1843')
    expect(!refused.ok && refused.failure.kind === 'identity' && isWrongCredential(refused.failure.code)).toBe(true)
    expect(await identity.reauthenticate('engine-1843')).toEqual({ ok: true, value: undefined })
    expect(await identity.deleteUser()).toEqual({ ok: true, value: undefined })

    expect(identity.currentUser()).toBeNull()
    await expect.poll(() => heard.at(-1)).toBeNull()
    expect(await identity.signIn(ada, 'engine-1843')).toMatchObject({ ok: false })
  })

  it('knows nobody after signing out', async () => {
    await identity.signUp(email(), 'engine-1843')

    expect(await identity.signOut()).toEqual({ ok: true, value: undefined })
    expect(identity.currentUser()).toBeNull()
    await expect.poll(() => heard.at(-1)).toBeNull()
  })

  it('says nothing more to who has left', async () => {
    const late: (User | null)[] = []
    const leave = identity.subscribe((user) => late.push(user))
    await expect.poll(() => late).toEqual([null])
    leave()

    await identity.signUp(email(), 'engine-1843')

    expect(late).toEqual([null])
  })
})

it.each(Object.entries(IDENTITY_SERVICES))('explains a password that %s finds too weak', async (_, start) => {
  const service = await start()
  running.push(service)

  expect(await firebaseAt(service.origin).signUp(email(), '123')).toMatchObject({
    failure: { code: 'weak-password', providerMessage: expect.stringMatching(/at least [68] characters/) },
  })
})

it('tells that the sign-in service cannot be reached', async () => {
  const identity = firebaseAt('http://127.0.0.1:9')

  expect(await identity.signIn(email(), 'engine-1843')).toMatchObject({ failure: { code: 'network-request-failed' } })
})
