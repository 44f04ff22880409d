import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'

import { makeGoogleOauth } from './google-oauth.ts'

it('an answer without end is not read to its end, and is no consent', async () => {
  let sent = 0
  const server = createServer((_, answer) => {
    const piece = Buffer.alloc(64 * 1024, ' ')
    const more = () => {
      while (!answer.destroyed && answer.write(piece)) sent += piece.length
    }
    answer.on('drain', more).on('error', () => {})
    more()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const google = makeGoogleOauth({ clientId: 'id', clientSecret: 'secret', baseUrl })
  expect(await google.exchange('code', 'verifier', 'https://here.example/back')).toBe('refused')
  expect(sent).toBeLessThan(64 * 1024 * 1024)
  server.closeAllConnections()
  server.close()
}, 15_000)
