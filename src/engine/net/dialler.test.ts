import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { makeDialler } from './dialler.ts'

const signal = new AbortController().signal
const local = makeDialler({ allowPrivate: true })
const production = makeDialler({})

const server = createServer((socket) => socket.end('hello'))

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(() => void server.close())

const portOfServer = () => (server.address() as AddressInfo).port

const code = (work: Promise<unknown>) =>
  work.then(
    () => 'allowed',
    (error: { problem?: { code: string } }) => error.problem?.code,
  )

describe('spellings of this machine', () => {
  const SPELLINGS = [
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '①②⑦.⓪.⓪.①',
    'localhost',
    'LOCALHOST',
    '[::1]',
    '::1',
    '::ffff:127.0.0.1',
    '[::ffff:7f00:1]',
  ]
  it.each(SPELLINGS)('%s is allowed where this machine may be reached', async (host) => {
    for (const { address } of await local.resolve(host, signal))
      expect(address).toMatch(/^(127\.0\.0\.1|::1|::ffff:(127\.0\.0\.1|7f00:1))$/)
  })
  it.each(SPELLINGS)('%s is refused in production', async (host) => {
    expect(await code(production.resolve(host, signal))).toBe('ADDRESS_REFUSED')
  })
})

it.each([
  '0',
  '0.0.0.0',
  '::',
  '169.254.169.254',
  '[fe80::1]',
  '[::ffff:a9fe:a9fe]',
  '0xa9fea9fe',
  'metadata.google.internal',
  'METADATA.google.internal.',
])('never reaches %s', async (host) => {
  expect(await code(local.resolve(host, signal))).toBe('ADDRESS_REFUSED')
})

it.each([
  '',
  ' ',
  'a b',
  ' localhost',
  'localhost ',
  'user@localhost',
  'localhost:5432',
  '127.0.0.1:8080',
  '/var/run/postgresql',
  'a,b',
  'a/b',
  'a\0b',
  'a\nb',
  'fe80::1%eth0',
  '[::1',
  'a?b',
  'a#b',
  '%6c',
  'x'.repeat(300),
])('takes %j for no host', async (host) => {
  expect(await code(local.resolve(host, signal))).toBe('HOST_INVALID')
})

it('says which field is wrong when a host cannot be found', async () => {
  await expect(local.resolve('no-such-host.invalid', signal)).rejects.toMatchObject({
    problem: { code: 'HOST_NOT_FOUND', field: 'host' },
  })
})

it('connects to addresses that were checked, trying the next when one does not answer', async () => {
  const socket = await local.connect(
    [
      { host: 'x', address: '127.0.0.2' },
      { host: 'x', address: '127.0.0.1' },
    ],
    portOfServer(),
    signal,
  )
  const [greeting] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(greeting.toString()).toBe('hello')
})

it('tells a closed port from a host that is silent', async () => {
  expect(await code(local.connect([{ host: 'x', address: '127.0.0.1' }], 1, signal))).toBe('PORT_CLOSED')
})

it('stops waiting when it is told to', async () => {
  const stop = new AbortController()
  const waiting = local.connect([{ host: 'x', address: '192.0.2.1' }], 5432, stop.signal)
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
})
