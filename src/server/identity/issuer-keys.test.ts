import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { expect, it } from 'vitest'

import { makeIssuerKeys } from './issuer-keys.ts'

const ISSUER = 'https://issuer.example'
const MINUTE = 60_000

/** An issuer that can change its key, and a clock. */
async function issuerOf(named = ISSUER, keysAt = `${ISSUER}/keys`) {
  const makeKey = async (kid: string) => {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid } }
  }
  let key = await makeKey('first')
  const asked: string[] = []
  const clock = { now: 0 }
  const keysOf = makeIssuerKeys(
    async ({ href }) => {
      asked.push(href)
      return href.endsWith('/keys') ? { keys: [key.jwk] } : { issuer: named, jwks_uri: keysAt }
    },
    () => clock.now,
  )
  const isGood = async (isAgain?: boolean) => {
    const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid: key.kid }).sign(key.privateKey)
    const keys = await keysOf(ISSUER, isAgain)
    return jwtVerify(token, keys).then(
      () => true,
      () => false,
    )
  }
  const rotate = async () => {
    key = await makeKey('second')
  }
  return { asked, clock, keysOf, isGood, rotate }
}

it('reads the keys of an issuer once in ten minutes', async () => {
  const { isGood, asked, clock } = await issuerOf()
  expect(await isGood()).toBe(true)
  clock.now = 9 * MINUTE
  expect(await isGood()).toBe(true)
  expect(asked).toEqual([`${ISSUER}/.well-known/openid-configuration`, `${ISSUER}/keys`])
  clock.now = 11 * MINUTE
  await isGood()
  expect(asked).toHaveLength(4)
})

it('asks again for an unknown key, but not more than twice a minute', async () => {
  const { isGood, clock, rotate } = await issuerOf()
  await isGood()
  await rotate()
  clock.now = 10_000
  expect(await isGood(true)).toBe(false)
  clock.now = 31_000
  expect(await isGood(true)).toBe(true)
})

it('believes no document of another issuer, and no keys that anybody on the way could change', async () => {
  await expect((await issuerOf('https://other.example')).keysOf(ISSUER)).rejects.toThrow('https://other.example')
  await expect((await issuerOf(ISSUER, 'http://issuer.example/keys')).keysOf(ISSUER)).rejects.toThrow('https address')
})
