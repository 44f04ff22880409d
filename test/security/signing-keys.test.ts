import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRemoteJWKSet } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { makeVerifyFirebaseToken } from '../../src/server/identity/verify-firebase-token.ts'
import { makeTokenMint, PROJECT, type TokenMint } from '../support/firebase-tokens.ts'

/** What the address of the keys answers. */
let answer: { readonly status: number; readonly body: string }
let asked = 0
let mint: TokenMint
let server: Server

beforeAll(async () => {
  mint = await makeTokenMint()
  server = createServer((_, response) => {
    asked++
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  asked = 0
  answer = { status: 200, body: JSON.stringify(mint.published) }
})

const verifier = () =>
  makeVerifyFirebaseToken({
    projectId: PROJECT,
    keys: createRemoteJWKSet(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`)),
  })

it('published keys are fetched once for many tokens', async () => {
  const verify = verifier()
  for (let call = 0; call < 5; call++) expect(await verify(await mint.mint())).toMatchObject({ uid: 'ada' })
  expect(asked).toBe(1)
})

it.each([
  ['are away', { status: 503, body: '' }],
  ['are garbage', { status: 200, body: '<html>' }],
  ['are none', { status: 200, body: '{"keys":[]}' }],
  ['are no keys', { status: 200, body: '{"keys":"all"}' }],
  ['are huge', { status: 200, body: `{"keys":[],"x":"${'x'.repeat(5_000_000)}"}` }],
])('nobody gets in while they %s', async (_, what) => {
  answer = what
  expect(await verifier()(await mint.mint())).toBeUndefined()
})

it('keys once fetched go on working while the address does not, and strange ones do not ask again at once', async () => {
  const verify = verifier()
  expect(await verify(await mint.mint())).toMatchObject({ uid: 'ada' })
  answer = { status: 500, body: '' }
  expect(await verify(await mint.mint())).toMatchObject({ uid: 'ada' })
  for (let call = 0; call < 5; call++)
    expect(await verify(await mint.mint({}, { kid: `strange-${call}` }))).toBeUndefined()
  expect(asked).toBe(1)
})
