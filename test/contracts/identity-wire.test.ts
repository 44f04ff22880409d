import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { LOCAL_PROJECT_ID } from '../../src/server/main/config.ts'
import { IDENTITY_SERVICES, type IdentityServiceUnderTest } from '../support/identity-services.ts'

const PASSWORD = 'engine-1843'
const address = () => `${crypto.randomUUID()}@example.com`

/** What the Firebase SDK sends, and what it reads of the answers: the same of Google's own emulator and of ours. */
describe.each(Object.entries(IDENTITY_SERVICES))('the calls of the Identity Toolkit, by %s', (_, start) => {
  let service: IdentityServiceUnderTest

  beforeAll(async () => {
    service = await start()
  }, 60_000)
  afterAll(() => service.stop())

  async function post(path: string, body: object) {
    const answer = await fetch(`${service.origin}/${path}?key=local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every shape
    return { status: answer.status, body: (await answer.json()) as any }
  }
  const call = (method: string, body: object) => post(`identitytoolkit.googleapis.com/v1/accounts:${method}`, body)
  const signUp = async (email = address()) =>
    (await call('signUp', { email, password: PASSWORD, returnSecureToken: true })).body
  const signIn = (email: string, password = PASSWORD) =>
    call('signInWithPassword', { email, password, returnSecureToken: true })
  const lookup = async (idToken: string) => (await call('lookup', { idToken })).body.users?.[0]
  const renew = async (refreshToken: string) => {
    const answer = await fetch(`${service.origin}/securetoken.googleapis.com/v1/token?key=local`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every shape
    return { status: answer.status, body: (await answer.json()) as any }
  }
  const refusal = (message: string) => ({
    status: 400,
    body: { error: { code: 400, message: expect.stringMatching(new RegExp(`^${message}( : |$)`)) } },
  })

  it('sign somebody up, and tell who that is', async () => {
    const email = address()
    const account = await signUp(email)

    expect(account).toMatchObject({ email, localId: expect.any(String), expiresIn: '3600' })
    const claims = decodeJwt(account.idToken)
    expect(claims).toMatchObject({
      iss: `https://securetoken.google.com/${LOCAL_PROJECT_ID}`,
      aud: LOCAL_PROJECT_ID,
      sub: account.localId,
      user_id: account.localId,
      email,
      email_verified: false,
      firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3_600)
    expect(Math.abs(Number(claims['auth_time']) - Date.now() / 1_000)).toBeLessThan(5)
    expect(await lookup(account.idToken)).toMatchObject({
      localId: account.localId,
      email,
      emailVerified: false,
      providerUserInfo: [{ providerId: 'password', rawId: email, email }],
      validSince: expect.stringMatching(/^\d+$/),
      createdAt: expect.stringMatching(/^\d{13}$/),
      lastLoginAt: expect.stringMatching(/^\d{13}$/),
    })
  })

  it('keep an address in small letters', async () => {
    const email = address()
    await signUp(email.toUpperCase())

    expect(await signIn(email)).toMatchObject({ status: 200, body: { email } })
    expect(await call('signUp', { email: email.toUpperCase(), password: PASSWORD })).toMatchObject(
      refusal('EMAIL_EXISTS'),
    )
  })

  it.each([
    ['WEAK_PASSWORD', { email: 'a@example.com', password: '12345' }],
    ['MISSING_PASSWORD', { email: 'a@example.com' }],
    ['MISSING_EMAIL', { password: PASSWORD }],
    ['INVALID_EMAIL', { email: 'nobody', password: PASSWORD }],
  ])('refuse to sign up with %s', async (code, body) => {
    expect(await call('signUp', body)).toMatchObject(refusal(code))
  })

  it('sign in by the password, and refuse a wrong one as an unknown address', async () => {
    const { email, localId } = await signUp()

    expect(await signIn(email)).toMatchObject({ status: 200, body: { localId, email, registered: true } })
    expect(await signIn(email, 'wrong-1843')).toMatchObject(refusal('INVALID_LOGIN_CREDENTIALS'))
    expect(await signIn(address())).toMatchObject(refusal('INVALID_LOGIN_CREDENTIALS'))
    expect(await call('signInWithPassword', { email })).toMatchObject(refusal('MISSING_PASSWORD'))
  })

  it('renew a token', async () => {
    const { localId, refreshToken } = await signUp()

    const { body } = await renew(refreshToken)
    expect(body).toMatchObject({ user_id: localId, expires_in: '3600', token_type: 'Bearer' })
    expect(body.id_token).toBe(body.access_token)
    expect(await lookup(body.id_token)).toMatchObject({ localId })
    expect((await renew(body.refresh_token)).status).toBe(200)
  })

  it('refuse what is no refresh token', async () => {
    expect(await renew('made-up')).toMatchObject(refusal('INVALID_REFRESH_TOKEN'))
  })

  it('refuse what is no ID token', async () => {
    for (const method of ['lookup', 'delete']) {
      expect(await call(method, { idToken: 'made-up' })).toMatchObject(refusal('INVALID_ID_TOKEN'))
      expect(await call(method, {})).toMatchObject(refusal('MISSING_ID_TOKEN'))
    }
  })

  it('change name and picture', async () => {
    const { idToken, email } = await signUp()

    const picture = 'https://example.com/ada.png'
    expect(await call('update', { idToken, displayName: 'Ada Ω', photoUrl: picture })).toMatchObject({
      status: 200,
      body: { email, displayName: 'Ada Ω', photoUrl: picture, providerUserInfo: [{ displayName: 'Ada Ω' }] },
    })
    expect(await lookup(idToken)).toMatchObject({ displayName: 'Ada Ω', photoUrl: picture })
    const { body } = await signIn(email)
    expect(decodeJwt(body.idToken)).toMatchObject({ name: 'Ada Ω', picture })
    await call('update', { idToken: body.idToken, deleteAttribute: ['DISPLAY_NAME'] })
    expect((await lookup(body.idToken)).displayName).toBeUndefined()
  })

  it('change the password, and hand out tokens that go on', async () => {
    const { idToken, email } = await signUp()

    const { body } = await call('update', { idToken, password: 'another-1843', returnSecureToken: true })
    expect(await lookup(body.idToken)).toMatchObject({ email })
    expect((await renew(body.refreshToken)).status).toBe(200)
    expect(await signIn(email)).toMatchObject(refusal('INVALID_LOGIN_CREDENTIALS'))
    expect((await signIn(email, 'another-1843')).status).toBe(200)
    expect(await call('update', { idToken: body.idToken, password: '123' })).toMatchObject(refusal('WEAK_PASSWORD'))
  })

  it('change the address, to one that is free', async () => {
    const [{ idToken, email }, other] = [await signUp(), await signUp()]
    expect(await call('update', { idToken, email: other.email })).toMatchObject(refusal('EMAIL_EXISTS'))

    const next = address()
    expect(await call('update', { idToken, email: next })).toMatchObject({ status: 200, body: { email: next } })
    expect((await signIn(next)).status).toBe(200)
    expect((await signIn(email)).status).toBe(400)
  })

  it('set a forgotten password by a link, once', async () => {
    const { email } = await signUp()
    expect(await call('sendOobCode', { requestType: 'PASSWORD_RESET', email })).toMatchObject({ body: { email } })

    const oobCode = await service.linkCode(email)
    expect(await call('resetPassword', { oobCode })).toMatchObject({ body: { email, requestType: 'PASSWORD_RESET' } })
    expect(await call('resetPassword', { oobCode, newPassword: '123' })).toMatchObject(refusal('WEAK_PASSWORD'))
    expect(await call('resetPassword', { oobCode, newPassword: 'another-1843' })).toMatchObject({ body: { email } })
    expect((await signIn(email, 'another-1843')).status).toBe(200)
    expect(await signIn(email)).toMatchObject(refusal('INVALID_LOGIN_CREDENTIALS'))
    expect(await call('resetPassword', { oobCode, newPassword: 'third-1843' })).toMatchObject(
      refusal('INVALID_OOB_CODE'),
    )
  })

  it('tell nobody by a reset who has an account', async () => {
    const email = address()
    expect(await call('sendOobCode', { requestType: 'PASSWORD_RESET', email })).toMatchObject({
      status: 200,
      body: { email },
    })
  })

  it('confirm an address by a link', async () => {
    const { email, idToken } = await signUp()
    await call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })

    const oobCode = await service.linkCode(email)
    expect(await call('update', { oobCode })).toMatchObject({ status: 200, body: { email, emailVerified: true } })
    expect(await lookup(idToken)).toMatchObject({ emailVerified: true })
    expect(await call('update', { oobCode: 'made-up' })).toMatchObject(refusal('INVALID_OOB_CODE'))
  })

  it('delete an account, after which none of its tokens is worth anything', async () => {
    const { email, idToken, refreshToken } = await signUp()

    expect((await call('delete', { idToken })).status).toBe(200)
    expect(await call('lookup', { idToken })).toMatchObject(refusal('USER_NOT_FOUND'))
    expect((await renew(refreshToken)).status).toBe(400)
    expect(await signIn(email)).toMatchObject(refusal('INVALID_LOGIN_CREDENTIALS'))
    expect((await signUp(email)).email).toBe(email)
  })

  it('sign in with Google: at first a new account, then the same', async () => {
    const email = address()
    const withGoogle = async () =>
      call('signInWithIdp', {
        requestUri: await service.agreesWithGoogle(email, 'Grace Hopper'),
        sessionId: 'none',
        returnSecureToken: true,
        returnIdpCredential: true,
      })
    const first = await withGoogle()

    expect(first).toMatchObject({
      status: 200,
      body: { providerId: 'google.com', email, isNewUser: true, emailVerified: true, displayName: 'Grace Hopper' },
    })
    expect(decodeJwt(first.body.idToken)).toMatchObject({
      email_verified: true,
      name: 'Grace Hopper',
      firebase: { identities: { 'google.com': [expect.any(String)] }, sign_in_provider: 'google.com' },
    })
    expect(await lookup(first.body.idToken)).toMatchObject({ providerUserInfo: [{ providerId: 'google.com', email }] })
    const second = await withGoogle()
    expect(second.body.localId).toBe(first.body.localId)
    expect(second.body.isNewUser ?? false).toBe(false)
    expect(await signIn(email)).toMatchObject(refusal('INVALID_LOGIN_CREDENTIALS'))
  })

  it('refuse a consent that says nothing', async () => {
    const requestUri = `${service.origin}/emulator/auth/handler?providerId=google.com`
    expect((await call('signInWithIdp', { requestUri, returnSecureToken: true })).status).not.toBe(200)
  })
})
