import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { makeVerifyEmulatorToken } from './verify-emulator-token.ts'

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
const token = (change?: object) => new UnsecuredJWT(claims(change)).encode()

describe('a token of the local emulator', () => {
  let server: Server
  let accounts: object[]
  let verify: ReturnType<typeof makeVerifyEmulatorToken>

  beforeEach(async () => {
    accounts = [{ localId: 'ada' }]
    server = createServer((_, response) => response.end(JSON.stringify({ users: accounts }))).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    verify = makeVerifyEmulatorToken({ projectId, origin })
  })
  afterEach(() => server.close())

  it('lets in whom the emulator knows', async () => {
    expect(await verify(token())).toMatchObject({ uid: 'ada', email: 'ada@example.com' })
  })

  it('counts its address as verified, because no mail leaves a local installation', async () => {
    expect(await verify(token({ email_verified: false }))).toMatchObject({ emailVerified: true })
  })

  it('is refused when the emulator has no such account, because anyone can write such a token', async () => {
    expect(await verify(token({ sub: 'mallory' }))).toBeUndefined()
  })

  it('is refused when the account is disabled', async () => {
    accounts = [{ localId: 'ada', disabled: true }]
    expect(await verify(token())).toBeUndefined()
  })

  it('is refused when it was issued before everything was signed out', async () => {
    accounts = [{ localId: 'ada', validSince: String(now + 60) }]
    expect(await verify(token())).toBeUndefined()
  })

  it.each([
    ['expired', { exp: now - 60 }],
    ['without end', { exp: undefined }],
    ['of another project', { aud: 'demo-other' }],
    ['of another issuer', { iss: 'https://securetoken.google.com/demo-other' }],
    ['anonymous', { firebase: { sign_in_provider: 'anonymous' } }],
  ])('is refused when it is %s', async (_, change) => {
    expect(await verify(token(change))).toBeUndefined()
  })

  it('cannot be judged while the emulator is away, which is said as such', async () => {
    server.close()
    server.closeAllConnections()
    await expect(verify(token())).rejects.toThrow('cannot be reached right now')
  })

  it('is refused when it claims a signature', async () => {
    expect(await verify(`${token()}c2ln`)).toBeUndefined()
  })
})
