import { exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'

import { makeVerifyFirebaseToken } from '../../src/server/identity/verify-firebase-token.ts'
import {
  firebaseClaims,
  ISSUER,
  makeTokenMint,
  PROJECT,
  secondsFromNow,
  type TokenMint,
} from '../support/firebase-tokens.ts'

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = (alg: string) => `${base64({ alg, typ: 'JWT' })}.${base64(firebaseClaims())}.`

describe('a token', () => {
  let mint: TokenMint
  let verify: ReturnType<typeof makeVerifyFirebaseToken>

  beforeAll(async () => {
    mint = await makeTokenMint()
    verify = makeVerifyFirebaseToken({ projectId: PROJECT, keys: mint.keys })
  })

  it('as Firebase signs it lets its owner in', async () => {
    expect(await verify(await mint.mint())).toEqual({
      uid: 'ada',
      email: 'ada@example.com',
      emailVerified: true,
      displayName: 'ada',
      signedInAt: expect.any(Number),
      expiresAt: expect.any(Number),
    })
  })

  it.each<[string, Record<string, unknown>]>([
    ['of another project', { aud: 'another-project' }],
    ['for several audiences', { aud: [PROJECT, 'another-project'] }],
    ['of another issuer', { iss: 'https://securetoken.google.com/another-project' }],
    ['of an issuer that only begins right', { iss: `${ISSUER}.evil.example` }],
    ['of a session cookie', { iss: `https://session.firebase.google.com/${PROJECT}` }],
    [
      'of a service account (a custom token)',
      { iss: 'a@b.iam.gserviceaccount.com', aud: 'https://identitytoolkit.googleapis.com' },
    ],
    ['that has expired', { exp: secondsFromNow(-60) }],
    ['that never expires', { exp: undefined }],
    ['issued in the future', { iat: secondsFromNow(600) }],
    ['without the time of issue', { iat: undefined }],
    ['not valid yet', { nbf: secondsFromNow(600) }],
    ['signed in to in the future', { auth_time: secondsFromNow(600) }],
    ['without the time of sign-in', { auth_time: undefined }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject that is too long', { sub: 'x'.repeat(129) }],
    ['with a subject that is no text', { sub: 42 }],
    ['of an anonymous sign-in', { firebase: { sign_in_provider: 'anonymous' } }],
    ['of another tenant', { firebase: { sign_in_provider: 'password', tenant: 'elsewhere' } }],
    ['of another Google product', { firebase: undefined }],
  ])('%s is refused', async (_, claims) => {
    expect(await verify(await mint.mint(claims))).toBeUndefined()
  })

  it.each(['none', 'None', 'NONE', 'nOnE'])('that says alg "%s" is refused', async (alg) => {
    expect(await verify(unsigned(alg))).toBeUndefined()
    expect(await verify(`${unsigned(alg)}c2lnbmF0dXJl`)).toBeUndefined()
  })

  it('that says it is unsecured is refused', async () => {
    expect(await verify(new UnsecuredJWT(firebaseClaims()).encode())).toBeUndefined()
  })

  it('signed with the public key as an HMAC secret is refused', async () => {
    const { publicKey } = await generateKeyPair('RS256', { extractable: true })
    const secret = new TextEncoder().encode(await exportSPKI(publicKey))
    const token = await new SignJWT(firebaseClaims()).setProtectedHeader({ alg: 'HS256', kid: 'test-key' }).sign(secret)
    expect(await verify(token)).toBeUndefined()
  })

  it('signed with another key, whatever key it brings or names, is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const claims = firebaseClaims()
    for (const header of [
      { alg: 'RS256', kid: 'test-key' },
      { alg: 'RS256', kid: 'unknown' },
      { alg: 'RS256' },
      { alg: 'RS256', kid: 'test-key', jku: 'https://evil.example/keys' },
      { alg: 'RS256', kid: 'test-key', x5u: 'https://evil.example/cert' },
    ]) {
      expect(await verify(await new SignJWT(claims).setProtectedHeader(header).sign(privateKey))).toBeUndefined()
    }
  })

  it('with a critical header that nobody understands is refused', async () => {
    const token = await mint.mint()
    const [, payload, signature] = token.split('.')
    expect(
      await verify(`${base64({ alg: 'RS256', kid: 'test-key', crit: ['x'], x: 1 })}.${payload}.${signature}`),
    ).toBeUndefined()
  })

  it('with one changed character is refused', async () => {
    const [header, payload = '', signature] = (await mint.mint()).split('.')
    const changed = payload.slice(0, -2) + (payload.endsWith('AA') ? 'BB' : 'AA')
    expect(await verify(`${header}.${changed}.${signature}`)).toBeUndefined()
  })

  it.each(['', 'garbage', 'a.b', 'a.b.c', '..', 'x'.repeat(5_000)])(
    'that is no token at all is refused (%#)',
    async (token) => {
      expect(await verify(token)).toBeUndefined()
    },
  )

  it('is refused while the keys cannot be had', async () => {
    const failing = makeVerifyFirebaseToken({ projectId: PROJECT, keys: () => Promise.reject(new Error('keys away')) })
    expect(await failing(await mint.mint())).toBeUndefined()
  })
})
