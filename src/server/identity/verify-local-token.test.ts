import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { makeVerifyLocalToken } from './verify-local-token.ts'

const projectId = 'demo-millrace'
const now = Math.floor(Date.now() / 1_000)
const claims = (change: object = {}) => ({
  iss: `https://securetoken.google.com/${projectId}`,
  aud: projectId,
  sub: 'ada',
  iat: now,
  auth_time: now,
  exp: now + 3_600,
  email: 'ada@example.com',
  firebase: { sign_in_provider: 'password' },
  ...change,
})
const { privateKey, publicKey } = await generateKeyPair('RS256')
const token = (change?: object, key = privateKey) =>
  new SignJWT(claims(change)).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(key)

describe('a token of a local account', () => {
  let server: Server
  let lookup: { readonly status: number; readonly users?: object[] }
  let asked: number
  let verify: ReturnType<typeof makeVerifyLocalToken>

  beforeEach(async () => {
    lookup = { status: 200, users: [{ localId: 'ada' }] }
    asked = 0
    const published = { keys: [{ ...(await exportJWK(publicKey)), kid: 'key', alg: 'RS256' }] }
    server = createServer((request, response) => {
      if (request.url === '/.well-known/jwks.json') return response.end(JSON.stringify(published))
      asked += 1
      response.writeHead(lookup.status).end(JSON.stringify(lookup))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    verify = makeVerifyLocalToken({ projectId, origin })
  })
  afterEach(() => server.close())

  it('lets in whom the service knows', async () => {
    expect(await verify(await token())).toMatchObject({ uid: 'ada', email: 'ada@example.com', signedInAt: now })
  })

  it('counts its address as verified, because no mail leaves a local installation', async () => {
    expect(await verify(await token({ email_verified: false }))).toMatchObject({ emailVerified: true })
  })

  it('is asked about once for the calls of a page', async () => {
    const one = await token()
    await Promise.all([await verify(one), verify(one), verify(one)])
    expect(asked).toBe(1)
  })

  it('is refused when the service does: its account is gone, disabled, or has another password', async () => {
    lookup = { status: 400 }
    expect(await verify(await token())).toBeUndefined()
  })

  it.each([
    ['expired', { exp: now - 60 }],
    ['without end', { exp: undefined }],
    ['of another project', { aud: 'demo-other' }],
    ['for renewing', { aud: `${projectId}/renewal` }],
    ['of another issuer', { iss: 'https://securetoken.google.com/demo-other' }],
    ['from the future', { auth_time: now + 600 }],
    ['anonymous', { firebase: { sign_in_provider: 'anonymous' } }],
  ])('is refused when it is %s, and nobody is asked', async (_, change) => {
    expect(await verify(await token(change))).toBeUndefined()
    expect(asked).toBe(0)
  })

  it('is refused without a signature, or with that of somebody else', async () => {
    const other = await generateKeyPair('RS256')
    expect(await verify(new UnsecuredJWT(claims()).encode())).toBeUndefined()
    expect(await verify(await token({}, other.privateKey))).toBeUndefined()
    expect(asked).toBe(0)
  })

  it('cannot be judged while the service is away or in trouble, which is said as such', async () => {
    const fresh = await token()
    lookup = { status: 503 }
    await expect(verify(fresh)).rejects.toThrow('cannot be reached right now')
    server.close()
    server.closeAllConnections()
    await expect(verify(fresh)).rejects.toThrow('cannot be reached right now')
  })
})
