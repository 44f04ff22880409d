import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteApp, type FirebaseApp, initializeApp } from '@firebase/app'
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithCredential,
  signInWithEmailAndPassword,
  updateProfile,
} from '@firebase/auth'
import { afterEach, expect, it } from 'vitest'

import { EMULATOR_PROJECT_ID } from '../../src/server/start/config.ts'
import { cleanUp, commandOf, family, killAll, launch, living, temporaryFolder } from './launch.ts'

const apps: FirebaseApp[] = []

afterEach(async () => {
  await Promise.all(apps.splice(0).map(deleteApp))
  await cleanUp()
})

/** The browser's own library, as the client uses it. */
function signedOut(origin: string): Auth {
  const app = initializeApp({ apiKey: 'local', projectId: EMULATOR_PROJECT_ID }, `app ${apps.length} ${Math.random()}`)
  apps.push(app)
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  connectAuthEmulator(auth, origin, { disableWarnings: true })
  return auth
}

async function originOf(url: string): Promise<string> {
  const { auth } = (await (await fetch(url)).json()) as { auth: { origin: string } }
  return auth.origin
}

/** A call of the administrator, or of anyone when it carries no account's token. */
async function call(
  origin: string,
  path: string,
  body: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${origin}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const admin = (method: string) => `identitytoolkit.googleapis.com/v1/projects/${EMULATOR_PROJECT_ID}/accounts:${method}`
const GOOGLE = JSON.stringify({ sub: 'g123', email: 'g@example.com', email_verified: true, name: 'Gil' })

it('has every account again after the whole tree was killed', async () => {
  const folder = await temporaryFolder()
  const first = launch(folder)
  const origin = await originOf(await first.url)
  const { user } = await createUserWithEmailAndPassword(signedOut(origin), 'ada@example.com', 'correct horse')
  await updateProfile(user, { displayName: 'Ada Ω', photoURL: 'https://example.com/ada.png' })
  const session = { refreshToken: user.refreshToken, idToken: await user.getIdToken() }
  const disabled = await createUserWithEmailAndPassword(signedOut(origin), 'eve@example.com', 'battery staple')
  await call(origin, admin('update'), { localId: disabled.user.uid, disableUser: true })
  const google = await signInWithCredential(signedOut(origin), GoogleAuthProvider.credential(GOOGLE))
  const accounts = (await call(origin, admin('query'), {})).body
  killAll(family(first.child.pid ?? 0))
  await first.exited

  const after = await originOf(await launch(folder).url)
  expect(after).toBe(origin)
  expect((await call(after, admin('query'), {})).body).toEqual(accounts)

  const again = await signInWithEmailAndPassword(signedOut(after), 'ada@example.com', 'correct horse')
  expect(again.user).toMatchObject({ uid: user.uid, displayName: 'Ada Ω', photoURL: 'https://example.com/ada.png' })
  const wrong = signInWithEmailAndPassword(signedOut(after), 'ada@example.com', 'wrong horse')
  await expect(wrong).rejects.toMatchObject({ code: 'auth/invalid-credential' })
  const locked = signInWithEmailAndPassword(signedOut(after), 'eve@example.com', 'battery staple')
  await expect(locked).rejects.toMatchObject({ code: 'auth/user-disabled' })
  const linked = await signInWithCredential(signedOut(after), GoogleAuthProvider.credential(GOOGLE))
  expect(linked.user.uid).toBe(google.user.uid)

  // What a browser that was open all the time does next: ask who its token is, and renew it.
  const lookup = 'identitytoolkit.googleapis.com/v1/accounts:lookup?key=local'
  expect((await call(after, lookup, { idToken: session.idToken })).status).toBe(200)
  const renewed = await call(after, 'securetoken.googleapis.com/v1/token?key=local', {
    grant_type: 'refresh_token',
    refresh_token: session.refreshToken,
  })
  expect(renewed.body).toMatchObject({ user_id: user.uid })
})

it('is started again at the same address, with its accounts, when it crashes', async () => {
  const server = launch(await temporaryFolder())
  const origin = await originOf(await server.url)
  const { user } = await createUserWithEmailAndPassword(signedOut(origin), 'ada@example.com', 'correct horse')
  const emulator = family(server.child.pid ?? 0).filter((pid) => commandOf(pid).includes('auth-emulator-process'))
  expect(emulator).toHaveLength(1)
  killAll(emulator)
  await expect.poll(() => living(emulator)).toEqual([])

  const signIn = () => signInWithEmailAndPassword(signedOut(origin), 'ada@example.com', 'correct horse')
  await expect
    .poll(
      () =>
        signIn().then(
          (again) => again.user.uid,
          () => null,
        ),
      { timeout: 20_000 },
    )
    .toBe(user.uid)
})

it('does not say that an account was made when it could not be saved', async () => {
  const folder = await temporaryFolder()
  const server = launch(folder)
  const origin = await originOf(await server.url)
  await symlink('/dev/full', join(folder, 'accounts.json.new'))
  const lost = createUserWithEmailAndPassword(signedOut(origin), 'lost@example.com', 'correct horse')
  await expect(lost).rejects.toMatchObject({ code: expect.stringMatching(/^auth\//) })
})

it('keeps accounts that are made at the same moment', async () => {
  const folder = await temporaryFolder()
  const first = launch(folder)
  const origin = await originOf(await first.url)
  const people = Array.from({ length: 25 }, (_, number) => `person${number}@example.com`)
  await Promise.all(people.map((email) => createUserWithEmailAndPassword(signedOut(origin), email, 'correct horse')))
  killAll(family(first.child.pid ?? 0))
  await first.exited

  const after = await originOf(await launch(folder).url)
  const { body } = await call(after, admin('query'), {})
  const emails = (body['userInfo'] as { email: string }[]).map(({ email }) => email)
  expect(new Set(emails)).toEqual(new Set(people))
})
