import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { inMemoryPersistence } from '@firebase/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { FirebaseIdentity } from '../../src/adapters/firebase/firebase-identity.ts'
import { MemoryIdentity } from '../../src/adapters/memory/memory-identity.ts'
import type { Identity } from '../../src/core/auth/identity.ts'
import { isWrongCredential } from '../../src/core/auth/identity-code.ts'
import type { User } from '../../src/core/auth/user.ts'
import { type AuthEmulator, startAuthEmulator } from '../../src/server/identity/emulator/start-auth-emulator.ts'

const PROJECT = 'demo-millrace'
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const email = () => `${crypto.randomUUID()}@example.com`

let folder: string
let emulator: AuthEmulator

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identity-'))
  // Kept from one run of the tests to the next: compiling the emulator is most of its start.
  const cache = resolve('node_modules/.cache/auth-emulator')
  await mkdir(cache, { recursive: true })
  await symlink(cache, join(folder, 'compile-cache'))
  emulator = await startAuthEmulator({ dataFolder: folder, projectId: PROJECT, port: 0, log: silent })
}, 60_000)

afterAll(async () => {
  await emulator.stop()
  await rm(folder, { recursive: true })
})

const identities: Record<string, () => Identity> = {
  memory: () => new MemoryIdentity(),
  firebase: () =>
    new FirebaseIdentity({
      projectId: PROJECT,
      apiKey: 'local',
      authDomain: 'localhost',
      emulatorOrigin: emulator.origin,
      name: crypto.randomUUID(),
      persistence: inMemoryPersistence,
    }),
}

describe.each(Object.entries(identities))('Identity over %s', (_, make) => {
  let identity: Identity
  let heard: (User | null)[]

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

it('explains a password that Firebase finds too weak', async () => {
  const identity = identities['firebase']?.()

  expect(await identity?.signUp(email(), '123')).toMatchObject({
    failure: { code: 'unknown', providerMessage: expect.stringMatching(/at least 6 characters/) },
  })
})

it('tells that the sign-in service cannot be reached', async () => {
  const identity = new FirebaseIdentity({
    projectId: PROJECT,
    apiKey: 'local',
    authDomain: 'localhost',
    emulatorOrigin: 'http://127.0.0.1:9',
    name: crypto.randomUUID(),
    persistence: inMemoryPersistence,
  })

  expect(await identity.signIn(email(), 'engine-1843')).toMatchObject({ failure: { code: 'network-request-failed' } })
})
