import { createPrivateKey } from 'node:crypto'
import { readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { LOCAL_PROJECT_ID } from '../../src/server/main/config.ts'
import { type RunningIdentity, startIdentity } from '../../src/server/main/start-identity.ts'
import { QUICK_PASSWORD } from '../support/identity-services.ts'
import { makeScratchFolder } from '../support/scratch-folder.ts'

const PAGE = 'http://127.0.0.1:4000'
const PASSWORD = 'Engine-1843'
const ADA = 'ada@example.com'

let folder: string
let service: RunningIdentity
let logged: string[]
let wrong: object[]

beforeEach(async () => {
  folder = makeScratchFolder('identity')
  logged = []
  wrong = []
  await starts()
})
afterEach(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

async function starts({ isQuick = true } = {}): Promise<void> {
  const write = (message: string) => void logged.push(message)
  const log = { debug: write, info: write, warn: write, error: write }
  const pageHosts = ['127.0.0.1:4000']
  const onWrongPassword = (attempt: object) => void wrong.push(attempt)
  service = await startIdentity({
    dataFolder: folder,
    projectId: LOCAL_PROJECT_ID,
    port: 0,
    pageHosts,
    log,
    onWrongPassword,
    ...(isQuick && { passwordCost: QUICK_PASSWORD }),
  })
}

async function restarts(options?: { readonly isQuick: boolean }): Promise<void> {
  await service.stop()
  await starts(options)
}

async function call(method: string, body: object, headers: Record<string, string> = {}) {
  const path =
    method === 'token' ? 'securetoken.googleapis.com/v1/token' : `identitytoolkit.googleapis.com/v1/accounts:${method}`
  const answer = await fetch(`${service.origin}/${path}?key=local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every shape
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
}
const signUp = async (email = ADA) => (await call('signUp', { email, password: PASSWORD })).body
const signIn = async (password: string, email = ADA) => call('signInWithPassword', { email, password })
const codeOf = ({ body }: { body: { error?: { message: string } } }) => body.error?.message.split(' : ')[0]
const consents = (form: Record<string, string>, headers: Record<string, string> = { origin: service.origin }) =>
  fetch(`${service.origin}/emulator/auth/handler?apiKey=local&appName=a&authType=signInViaPopup`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  })
const uriOf = async (page: Response) => /"urlResponse":"([^"]+)"/.exec(await page.text())?.[1] ?? ''

it.each(['Pa55wo1', 'password123', 'Password1', '11111111', 'Qwertyuiop', 'zzzzzzzzzz'])(
  'a new password is at least eight characters, and none that everybody tries first (%s)',
  async (password) => {
    expect(codeOf(await call('signUp', { email: ADA, password }))).toBe('WEAK_PASSWORD')
    const { idToken } = await signUp()
    expect(codeOf(await call('update', { idToken, password }))).toBe('WEAK_PASSWORD')
  },
)

it('a token of the same second does not survive a new password, nor a new address', async () => {
  const { idToken, refreshToken } = await signUp()
  const { body } = await call('update', { idToken, password: 'another-1843' })
  expect(codeOf(await call('lookup', { idToken }))).toBe('TOKEN_EXPIRED')
  expect(codeOf(await call('token', { grant_type: 'refresh_token', refresh_token: refreshToken }))).toBe(
    'TOKEN_EXPIRED',
  )

  await call('update', { idToken: body.idToken, email: 'lovelace@example.com' })
  expect(codeOf(await call('lookup', { idToken: body.idToken }))).toBe('TOKEN_EXPIRED')
  const renewal = { grant_type: 'refresh_token', refresh_token: body.refreshToken }
  expect(codeOf(await call('token', renewal))).toBe('TOKEN_EXPIRED')
})

it('a link to change the address needs a recent sign-in, and ends the sessions when it is followed', async () => {
  const { idToken } = await signUp()
  const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'lovelace@example.com' }
  const key = createPrivateKey(await readFile(join(folder, 'identity-key.pem')))
  const claims = { ...decodeJwt(idToken), auth_time: Math.floor(Date.now() / 1_000) - 301 }
  const old = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(key)
  expect(codeOf(await call('sendOobCode', { ...change, idToken: old }))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  await call('sendOobCode', { ...change, idToken })
  const [link = ''] = /http\S+oobCode=\S+/.exec(logged.join('\n')) ?? []
  expect((await fetch(link, { method: 'POST', body: new URLSearchParams() })).status).toBe(200)
  expect(codeOf(await call('lookup', { idToken }))).toBe('TOKEN_EXPIRED')
})

/** By a name that fetch would not let us say. */
function underName(host: string, path: string): Promise<number | undefined> {
  const { port } = new URL(service.origin)
  return new Promise((resolve, reject) =>
    httpRequest({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .once('error', reject)
      .end(),
  )
}

describe('the accounts of a local installation', () => {
  it('are listed, changed and locked by nobody over the network', async () => {
    const { localId } = await signUp()
    const project = `identitytoolkit.googleapis.com/v1/projects/${LOCAL_PROJECT_ID}`
    const administrators = [
      [`${project}/accounts:query`, {}],
      [`${project}/accounts:lookup`, { localId: [localId] }],
      [`${project}/accounts:update`, { localId, disableUser: true }],
      [`${project}/accounts:batchCreate`, { users: [] }],
      [`${project}/accounts`, { email: 'b@example.com' }],
      [`emulator/v1/projects/${LOCAL_PROJECT_ID}/oobCodes`, undefined],
      [`emulator/v1/projects/${LOCAL_PROJECT_ID}/accounts`, undefined],
    ] as const
    for (const [path, body] of administrators) {
      const answer = await fetch(`${service.origin}/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
        ...(body && { body: JSON.stringify(body) }),
      })
      expect({ path, status: answer.status }).toEqual({ path, status: 404 })
    }
    for (const body of [{ localId: [localId] }, { email: [ADA] }])
      expect((await call('lookup', body, { authorization: 'Bearer owner' })).status).toBe(400)
    expect(codeOf(await call('update', { localId, disableUser: true }, { authorization: 'Bearer owner' }))).toBe(
      'INVALID_REQ_TYPE',
    )
    expect((await signIn(PASSWORD)).status).toBe(200)
  })

  it('are out of reach for pages of others', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'http://127.0.0.1:9',
      service.origin.replace('127.', '128.'),
    ]) {
      const simple = await call('signUp', { email: ADA, password: PASSWORD }, { origin })
      const preflight = await fetch(`${service.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      const consent = await consents({ email: ADA, password: PASSWORD }, { origin })
      for (const { status, headers } of [simple, preflight, consent]) {
        expect(status).toBe(403)
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      }
    }
    expect((await signIn(PASSWORD)).status).toBe(400)
    const ours = await call('signUp', { email: ADA, password: PASSWORD }, { origin: PAGE })
    expect([ours.status, ours.headers.get('access-control-allow-origin')]).toEqual([200, PAGE])
  })

  it('are answered under no name but their own', async () => {
    const { port } = new URL(service.origin)
    for (const path of ['/', '/emulator/auth/handler', '/.well-known/jwks.json']) {
      expect(await underName(`evil.example:${port}`, path)).toBe(421)
      expect(await underName(`localhost:${port}`, path)).toBe(200)
    }
  })

  it('are framed by no page but ours, and the window of Google by none', async () => {
    const policyOf = async (path: string) => (await fetch(service.origin + path)).headers.get('content-security-policy')
    expect(await policyOf('/emulator/auth/iframe')).toMatch(
      /frame-ancestors http:\/\/127\.0\.0\.1:4000 https:\/\/127\.0\.0\.1:4000$/,
    )
    for (const path of ['/emulator/auth/handler', '/emulator/action']) {
      expect(await policyOf(path)).toMatch(/frame-ancestors 'none'$/)
      expect(await policyOf(path)).not.toMatch(/script-src/)
    }
  })

  it('are kept in files that only their owner reads, passwords as salted hashes that take long to guess', async () => {
    await restarts({ isQuick: false })
    await Promise.all([signUp(), signUp('bob@example.com')])
    for (const name of ['local-accounts.json', 'identity-key.pem'])
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    for (const name of await readdir(folder))
      expect(await readFile(join(folder, name), 'utf8')).not.toMatch(new RegExp(PASSWORD, 'i'))
    const { accounts } = JSON.parse(await readFile(join(folder, 'local-accounts.json'), 'utf8'))
    const hashes = accounts.map(({ passwordHash }: { passwordHash: string }) => passwordHash)
    for (const hash of hashes) expect(hash).toMatch(/^scrypt\$14,8,5\$[\w-]{22}\$[\w-]{43}$/)
    expect(new Set(hashes).size).toBe(2)
    expect(JSON.stringify((await call('lookup', { idToken: (await signIn(PASSWORD)).body.idToken })).body)).not.toMatch(
      /hash|salt/i,
    )
  })

  it('are there again after a restart, with their sessions', async () => {
    const { idToken, refreshToken, localId } = await signUp()
    const { origin } = service
    await restarts()

    expect(service.origin).toBe(origin)
    expect((await call('lookup', { idToken })).body.users[0].localId).toBe(localId)
    expect((await call('token', { grant_type: 'refresh_token', refresh_token: refreshToken })).status).toBe(200)
    expect((await signIn(PASSWORD)).body.localId).toBe(localId)
  })

  it('are not said to be made when they could not be saved', async () => {
    await symlink('/dev/full', join(folder, 'local-accounts.json.new'))
    expect((await call('signUp', { email: ADA, password: PASSWORD })).status).toBe(503)
    await rm(join(folder, 'local-accounts.json.new'))
    expect((await call('signUp', { email: ADA, password: PASSWORD })).status).toBe(200)
  })

  it('are made once, however many ask at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('signUp', { email: ADA, password: PASSWORD })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
  })

  it('that are disabled sign in no more, and their tokens end', async () => {
    const { idToken, refreshToken } = await signUp()
    await service.stop()
    const file = join(folder, 'local-accounts.json')
    const kept = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ accounts: [{ ...kept.accounts[0], disabled: true }] }))
    await starts()

    expect(codeOf(await signIn(PASSWORD))).toBe('USER_DISABLED')
    expect(codeOf(await signIn('wrong-1843'))).toBe('INVALID_LOGIN_CREDENTIALS')
    expect(codeOf(await call('lookup', { idToken }))).toBe('USER_DISABLED')
    const renewed = await call('token', { grant_type: 'refresh_token', refresh_token: refreshToken })
    expect(codeOf(renewed)).toBe('USER_DISABLED')
  })
})

describe('accounts that an earlier version kept, with passwords in clear,', () => {
  const kept = {
    accounts: [
      {
        localId: 'ada-id',
        email: ADA,
        emailVerified: false,
        displayName: 'Ada Ω',
        salt: 'fakeSaltX',
        passwordHash: `fakeHash:salt=fakeSaltX:password=${PASSWORD}:password=`,
        passwordUpdatedAt: 1_750_000_000_000,
        validSince: '1750000000',
        createdAt: '1750000000000',
        lastLoginAt: '1750000000000',
        providerUserInfo: [{ providerId: 'password', email: ADA, rawId: ADA }],
      },
      {
        localId: 'eve-id',
        email: 'eve@example.com',
        disabled: true,
        salt: 's',
        passwordHash: 'fakeHash:salt=s:password=secret',
      },
      {
        localId: 'gil-id',
        email: 'gil@example.com',
        emailVerified: true,
        providerUserInfo: [{ providerId: 'google.com', rawId: 'g123', email: 'gil@example.com' }],
      },
      { localId: 'nobody-id' },
    ],
  }
  const file = () => join(folder, 'accounts.json')
  const arrives = async () => {
    await writeFile(file(), JSON.stringify(kept))
    await restarts()
  }

  it('move over: same ids, same passwords, and nothing in clear is left', async () => {
    await arrives()
    await expect(stat(file())).rejects.toThrow('ENOENT')
    for (const name of await readdir(folder))
      expect(await readFile(join(folder, name), 'utf8')).not.toMatch(/engine-1843|secret/i)
    const { body } = await signIn(`${PASSWORD}:password=`)
    expect(body).toMatchObject({ localId: 'ada-id', displayName: 'Ada Ω' })
    expect(codeOf(await signIn('secret', 'eve@example.com'))).toBe('USER_DISABLED')
    expect((await signUp()).error.message).toBe('EMAIL_EXISTS')
  })

  it('move over again where a start was cut short, and put nothing back', async () => {
    await arrives()
    const { body } = await signIn(`${PASSWORD}:password=`)
    await call('update', { idToken: body.idToken, password: 'another-1843' })
    await arrives()
    expect((await signIn('another-1843')).body.localId).toBe('ada-id')
  })

  it('and that came from Google have no password yet, and get one by a link', async () => {
    await arrives()
    const page = await consents({ email: 'gil@example.com', password: PASSWORD })
    expect(await page.text()).toContain('This account has no password here yet.')
    const link =
      logged
        .findLast((line) => line.startsWith('A link for gil@example.com to set'))
        ?.split(': ')
        .at(-1) ?? ''
    await fetch(link, { method: 'POST', body: new URLSearchParams({ newPassword: PASSWORD }) })
    expect((await signIn(PASSWORD, 'gil@example.com')).body.localId).toBe('gil-id')
    const requestUri = await uriOf(await consents({ email: 'gil@example.com', password: PASSWORD }))
    expect((await call('signInWithIdp', { requestUri })).body.localId).toBe('gil-id')
  })

  it('that cannot be read stop the start, with a sentence', async () => {
    await writeFile(file(), '{ damaged')
    await expect(restarts()).rejects.toThrow(/^The accounts in .*accounts\.json are damaged; restore the file/)
    await rm(file())
    await starts()
  })
})

describe('a token of a local account', () => {
  it('is written by nobody else', async () => {
    const { idToken, refreshToken } = await signUp()
    const claims = decodeJwt(idToken)
    const { privateKey } = await generateKeyPair('RS256')
    const header = { alg: 'RS256', kid: JSON.parse(Buffer.from(idToken.split('.')[0], 'base64url').toString()).kid }
    const forged = [
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims).setProtectedHeader(header).sign(privateKey),
      `${idToken.split('.')[0]}.${Buffer.from(JSON.stringify({ ...claims, sub: 'other' })).toString('base64url')}.${idToken.split('.')[2]}`,
      refreshToken,
    ]
    for (const token of forged) expect(codeOf(await call('lookup', { idToken: token }))).toBe('INVALID_ID_TOKEN')
    for (const token of [...forged.slice(0, 3), idToken]) {
      const renewed = await call('token', { grant_type: 'refresh_token', refresh_token: token })
      expect(codeOf(renewed)).toBe('INVALID_REFRESH_TOKEN')
    }
  })

  it('of a sign-in that is long ago changes no password, and deletes no account', async () => {
    const { idToken } = await signUp()
    const key = createPrivateKey(await readFile(join(folder, 'identity-key.pem')))
    const claims = { ...decodeJwt(idToken), auth_time: Math.floor(Date.now() / 1_000) - 301 }
    const old = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(key)

    expect((await call('update', { idToken: old, displayName: 'Ada' })).status).toBe(200)
    for (const body of [{ password: 'another-1843' }, { email: 'b@example.com' }, { deleteProvider: ['password'] }])
      expect(codeOf(await call('update', { idToken: old, ...body }))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    expect(codeOf(await call('delete', { idToken: old }))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  })

  it('renews nothing once the password is another, not even of the same second', async () => {
    const { idToken, refreshToken } = await signUp()
    await call('update', { idToken, password: 'another-1843' })
    expect(codeOf(await call('token', { grant_type: 'refresh_token', refresh_token: refreshToken }))).toBe(
      'TOKEN_EXPIRED',
    )
  })
})

describe('a password', () => {
  it('is guessed ten times at most, also at the same moment; others go on', async () => {
    await signUp()
    await signUp('bob@example.com')
    const guesses = await Promise.all(Array.from({ length: 14 }, (_, number) => signIn(`guess-${number}`)))
    expect(guesses.filter((guess) => codeOf(guess) === 'INVALID_LOGIN_CREDENTIALS')).toHaveLength(10)
    expect(codeOf(await signIn(PASSWORD))).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    expect((await consents({ email: ADA, password: PASSWORD })).status).toBe(400)
    expect((await signIn(PASSWORD, 'bob@example.com')).status).toBe(200)
  })

  it('that is right costs no attempt', async () => {
    await signUp()
    for (let time = 0; time < 12; time += 1) expect((await signIn(PASSWORD)).status).toBe(200)
  })

  it('is guessed fifty times at most from one address, whatever the account', { timeout: 90_000 }, async () => {
    const guesses = await Promise.all(
      Array.from({ length: 55 }, (_, number) => signIn('guess', `person${number}@example.com`)),
    )
    expect(guesses.filter((guess) => codeOf(guess) === 'TOO_MANY_ATTEMPTS_TRY_LATER').length).toBeGreaterThanOrEqual(3)
  })

  it('is set by a link that a person follows, asks before it acts, and ends with the next password', async () => {
    await signUp()
    for (const requestType of ['PASSWORD_RESET', 'PASSWORD_RESET'])
      await call('sendOobCode', { requestType, email: ADA })
    const [first = '', second = ''] = logged
      .filter((line) => line.startsWith(`A link for ${ADA} to set a new password`))
      .map((line) => line.split(': ').at(-1))
    expect(first).toMatch(new RegExp(`^${service.origin}/emulator/action\\?mode=resetPassword&oobCode=[\\w-]{43}&`))

    const page = await fetch(`${first}&newPassword=another-1843`)
    expect(page.headers.get('content-type')).toMatch('text/html')
    expect((await signIn(PASSWORD)).status).toBe(200)
    const body = new URLSearchParams({ newPassword: 'another-1843' })
    const set = (link: string) => fetch(link, { method: 'POST', headers: { origin: service.origin }, body })
    expect(await (await set(first)).text()).toContain('Done. Go back to Millrace.')
    expect((await signIn('another-1843')).status).toBe(200)
    expect(codeOf(await signIn(PASSWORD))).toBe('INVALID_LOGIN_CREDENTIALS')
    for (const link of [first, second]) expect(await (await set(link)).text()).toContain('This link has expired')
  })

  it('that is wrong is told of where there is such an account, with where it came from', async () => {
    const { localId } = await signUp()
    await signIn('wrong-1843')
    await signIn('wrong-1843', 'nobody@example.com')
    await signIn(PASSWORD)
    expect(wrong).toEqual([{ uid: localId, email: ADA, address: '127.0.0.1' }])
  })

  it('has links made for it five times, not more', async () => {
    await signUp()
    const answers = []
    for (let time = 0; time < 6; time += 1)
      answers.push(codeOf(await call('sendOobCode', { requestType: 'PASSWORD_RESET', email: ADA })))
    expect(answers).toEqual([undefined, undefined, undefined, undefined, undefined, 'TOO_MANY_ATTEMPTS_TRY_LATER'])
  })
})

describe('signing in with Google on this machine', () => {
  it('takes nothing that anybody could write', async () => {
    await signUp()
    const claims = encodeURIComponent(JSON.stringify({ sub: '1', email: ADA, email_verified: true }))
    for (const requestUri of [
      `${service.origin}/emulator/auth/handler?providerId=google.com&id_token=${claims}`,
      `${service.origin}/emulator/auth/handler?providerId=google.com&code=made-up`,
      'no address',
    ])
      expect(codeOf(await call('signInWithIdp', { requestUri }))).toBe('INVALID_IDP_RESPONSE')
  })

  it('asks for the password of the account that has the address', async () => {
    const { localId } = await signUp()
    const refused = await consents({ email: ADA, password: 'wrong-1843' })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('Invalid email or password')

    const requestUri = await uriOf(await consents({ email: ADA.toUpperCase(), password: PASSWORD }))
    const { body } = await call('signInWithIdp', { requestUri })
    expect(body).toMatchObject({ localId, isNewUser: false })
    expect(codeOf(await call('signInWithIdp', { requestUri }))).toBe('INVALID_IDP_RESPONSE')
    expect((await signIn(PASSWORD)).body.localId).toBe(localId)
  })

  it('makes no account where one is only to be proved again', async () => {
    const requestUri = await uriOf(await consents({ email: ADA, password: PASSWORD }))
    expect(codeOf(await call('signInWithIdp', { requestUri, autoCreate: false }))).toBe('USER_NOT_FOUND')
  })

  it('shows what somebody typed as text', async () => {
    const page = await (await consents({ email: '"><script>alert(1)</script>', password: PASSWORD })).text()
    expect(page).not.toContain('<script>alert')
  })
})
