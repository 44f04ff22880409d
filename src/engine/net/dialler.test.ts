import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

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

it('connects to addresses that were checked, trying the next when one refuses', async () => {
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

it('reaches a host whose first address is silent, in less than a second', async () => {
  const silent = await silentServer()
  const own = createServer((socket) => socket.on('error', () => {}).end('hello')).listen(silent.port, '127.0.0.1')
  await once(own, 'listening')
  onTestFinished(() => void own.close())
  const addresses = ['127.0.0.9', '127.0.0.1'].map((address) => ({ host: 'x', address }))
  const began = performance.now()
  const socket = await local.connect(addresses, silent.port, signal)
  expect(performance.now() - began).toBeLessThan(1_000)
  expect(socket.remoteAddress).toBe('127.0.0.1')
  socket.destroy()
})

/** A stopped process at 127.0.0.9 whose queue of connections is full: the system drops what else arrives, as a firewall does. */
async function silentServer(): Promise<{ port: number }> {
  const listens = `require('net').createServer().listen({ host: '127.0.0.9', port: 0, backlog: 1 }, function () { console.log(this.address().port) })`
  const child = spawn(process.execPath, ['-e', listens], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGSTOP')
  const port = Number(line.toString())
  const waiting = Array.from({ length: 8 }, () => connect(port, '127.0.0.9').on('error', () => {}))
  onTestFinished(() => waiting.forEach((socket) => void socket.destroy()))
  await new Promise((resolve) => setTimeout(resolve, 50))
  return { port }
}

it('tells a closed port from a host that is silent', async () => {
  expect(await code(local.connect([{ host: 'x', address: '127.0.0.1' }], 1, signal))).toBe('PORT_CLOSED')
})

it('stops waiting when it is told to', async () => {
  const stop = new AbortController()
  const waiting = local.connect([{ host: 'x', address: '192.0.2.1' }], 5432, stop.signal)
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
})
