import { request } from 'node:http'
import { join } from 'node:path'
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app'
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  initializeAuth,
  inMemoryPersistence,
  signInWithEmailAndPassword,
  updateProfile,
} from 'firebase/auth'
import { afterEach, expect, it } from 'vitest'

import { LOCAL_PROJECT_ID } from '../../src/server/main/config.ts'
import { cleanUp, family, killAll, launch, ROOT, temporaryFolder, WITHOUT_LOCAL_ACCOUNTS } from './launch.ts'

const apps: FirebaseApp[] = []

afterEach(async () => {
  await Promise.all(apps.splice(0).map(deleteApp))
  await cleanUp()
})

/** The browser's own library, as the client uses it. */
function signedOut(origin: string): Auth {
  const app = initializeApp({ apiKey: 'local', projectId: LOCAL_PROJECT_ID }, `app ${apps.length} ${Math.random()}`)
  apps.push(app)
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  connectAuthEmulator(auth, origin, { disableWarnings: true })
  return auth
}

async function originOf(url: string): Promise<string> {
  const { auth } = (await (await fetch(url)).json()) as { auth: { origin: string } }
  return auth.origin
}

async function call(origin: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${origin}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

it('has every account again after the whole tree was killed, at the same address', async () => {
  const folder = await temporaryFolder()
  const first = launch(folder)
  const origin = await originOf(await first.url)
  const { user } = await createUserWithEmailAndPassword(signedOut(origin), 'ada@example.com', 'correct horse')
  await updateProfile(user, { displayName: 'Ada Ω', photoURL: 'https://example.com/ada.png' })
  const session = { refreshToken: user.refreshToken, idToken: await user.getIdToken() }
  const people = Array.from({ length: 3 }, (_, number) => `person${number}@example.com`)
  await Promise.all(people.map((email) => createUserWithEmailAndPassword(signedOut(origin), email, 'correct horse')))
  killAll(family(first.child.pid ?? 0))
  await first.exited

  const after = await originOf(await launch(folder).url)
  expect(after).toBe(origin)
  const again = await signInWithEmailAndPassword(signedOut(after), 'ada@example.com', 'correct horse')
  expect(again.user).toMatchObject({ uid: user.uid, displayName: 'Ada Ω', photoURL: 'https://example.com/ada.png' })
  const wrong = signInWithEmailAndPassword(signedOut(after), 'ada@example.com', 'wrong horse')
  await expect(wrong).rejects.toMatchObject({ code: 'auth/invalid-credential' })
  for (const email of people) await signInWithEmailAndPassword(signedOut(after), email, 'correct horse')

  // What a browser that was open all the time does next: ask who its token is, and renew it.
  const lookup = 'identitytoolkit.googleapis.com/v1/accounts:lookup?key=local'
  expect((await call(after, lookup, { idToken: session.idToken })).status).toBe(200)
  const renewed = await call(after, 'securetoken.googleapis.com/v1/token?key=local', {
    grant_type: 'refresh_token',
    refresh_token: session.refreshToken,
  })
  expect(renewed.body).toMatchObject({ user_id: user.uid })
})

it('names the port that is taken by its variable', async () => {
  const first = launch(await temporaryFolder())
  const { port } = new URL(await originOf(await first.url))
  const second = launch(await temporaryFolder(), { env: { AUTH_EMULATOR_PORT: port } })
  expect((await second.exited).code).toBe(1)
  expect(second.stderr()).toContain(
    `Port ${port} on 127.0.0.1 is in use by process ${first.child.pid}; stop it, or set AUTH_EMULATOR_PORT to another port.`,
  )
})

/** Status of a call under a name, from a page. */
function ask(url: string, path: string, headers: Record<string, string>): Promise<number | undefined> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) =>
    request({ host: hostname, port, path, headers, method: 'GET' }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .once('error', reject)
      .end(),
  )
}

const MAIN = { args: [join(ROOT, 'src', 'server', 'millrace.ts')] }
const PATHS = ['/', '/config.json', '/metrics', '/v1/openapi.json', '/v1/organizations']

it('answers a local installation under the names of this machine only, and to no page of others', async () => {
  const url = await launch(await temporaryFolder(), MAIN).url
  const { port } = new URL(url)
  for (const path of PATHS) {
    expect(await ask(url, path, { host: `evil.example:${port}` })).toBe(421)
    expect(await ask(url, path, { host: `localhost:${port}`, origin: 'https://evil.example' })).toBe(403)
    for (const host of ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`))
      expect([200, 401, 404]).toContain(await ask(url, path, { host, origin: `http://${host}` }))
  }
  for (const path of ['/healthz', '/readyz']) expect(await ask(url, path, { host: '10.0.0.7:4000' })).toBe(200)
})

it('answers behind a proxy under the names that it was told', async () => {
  const env = {
    ...WITHOUT_LOCAL_ACCOUNTS,
    PUBLIC_URL: 'https://millrace.example.com',
    ALLOWED_HOSTS: 'upstream:4000',
    METRICS_TOKEN: 'a-token-of-monitoring',
  }
  const url = await launch(await temporaryFolder(), { ...MAIN, env }).url
  for (const host of ['millrace.example.com', 'upstream:4000', new URL(url).host])
    expect(await ask(url, '/config.json', { host, origin: 'https://millrace.example.com' })).toBe(200)
  for (const host of ['evil.example', 'millrace.example.com:8080', 'upstream'])
    expect(await ask(url, '/config.json', { host })).toBe(421)
  const authorization = 'Bearer a-token-of-monitoring'
  expect(await ask(url, '/metrics', { host: '10.0.0.7:4000', authorization })).toBe(200)
  expect(await ask(url, '/metrics', { host: '10.0.0.7:4000' })).toBe(404)
})
