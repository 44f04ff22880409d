import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'

import { rawExchange as mysqlExchange, queryCommand } from '../mysql/driver/raw-exchange.ts'
import { rawExchange as postgresExchange, queryMessage } from '../postgres/driver/raw-exchange.ts'

let server: Server | undefined
afterEach(() => void server?.close())

/** A socket whose other end answers the first thing that it hears with these bytes. */
async function answeredWith(...pieces: readonly Buffer[]): Promise<Socket> {
  server = createServer((socket) =>
    socket
      .on('error', () => {})
      .once('data', async () => {
        for (const piece of pieces) {
          socket.write(piece)
          await sleep(5)
        }
      }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  // What a driver would hear between exchanges.
  return socket.on('data', () => {})
}

const READY = Buffer.of(0x5a, 0, 0, 0, 5, 0x49)
const COMPLETE = Buffer.concat([Buffer.of(0x43, 0, 0, 0, 11), Buffer.from('COPY 3\0')])
const NOTICE = Buffer.concat([Buffer.of(0x4e, 0, 0, 0, 8), Buffer.from('M!\0\0')])
const SETTING = Buffer.of(0x53, 0, 0, 0, 8, 0x61, 0, 0x62, 0)
const many = (bytes: Buffer, count: number) => Buffer.concat(Array<Buffer>(count).fill(bytes))
const packet = (sequence: number, ...payload: number[]) => Buffer.of(payload.length, 0, 0, sequence, ...payload)
const OK = packet(1, 0, 0, 0, 2, 0, 0, 0)

const askPostgres = (socket: Socket) => postgresExchange(socket, queryMessage('copy a to stdout'), {})
const askMysql = (socket: Socket) => mysqlExchange(socket, queryCommand('do 1'), {})

it('take an answer that ends where it should, and give the socket back once', async () => {
  for (const [ask, bytes] of [
    [askPostgres, Buffer.concat([COMPLETE, READY])],
    [askPostgres, Buffer.concat([COMPLETE, READY, NOTICE])],
    [askMysql, OK],
  ] as const) {
    const socket = await answeredWith(bytes)
    await ask(socket)
    expect(socket.destroyed).toBe(false)
    expect(socket.listenerCount('data')).toBe(1)
    socket.destroy()
  }
})

it('take a notice for every row', async () => {
  const row = Buffer.concat([Buffer.of(0x64, 0, 0, 0, 6, 0x31, 0x0a), NOTICE])
  const socket = await answeredWith(many(row, 30_000), Buffer.concat([COMPLETE, READY]))
  expect(await postgresExchange(socket, queryMessage('copy a to stdout'), { onCopyData: () => {} })).toBe(3)
  socket.destroy()
})

it.each([
  ['10,000 times that Postgres is ready', askPostgres, [Buffer.concat([COMPLETE, many(READY, 10_000)])]],
  ['a second answer of Postgres', askPostgres, [Buffer.concat([COMPLETE, READY, COMPLETE])]],
  ['rows after the end', askPostgres, [Buffer.concat([COMPLETE, READY, Buffer.of(0x64, 0, 0, 0, 5, 1)])]],
  ['the beginning of something after the end', askPostgres, [Buffer.concat([COMPLETE, READY, Buffer.of(0x5a)])]],
  ['notices without end', askPostgres, [many(NOTICE, 20_000)]],
  ['settings without end', askPostgres, [many(SETTING, 20_000)]],
  ['rows that nobody reads', askMysql, [packet(1, 1)]],
  ['10,000 empty packets of MySQL', askMysql, [Buffer.concat([OK, many(packet(2), 10_000)])]],
  ['an empty packet in place of an answer', askMysql, [packet(1)]],
  ['a second answer of MySQL', askMysql, [Buffer.concat([OK, OK])]],
  ['half a packet after the end', askMysql, [Buffer.concat([OK, Buffer.of(1, 0)])]],
  ['more columns than a table has', askMysql, [packet(1, 0xfc, 0xff, 0xff)]],
  ['16 MB in place of an end', askMysql, [Buffer.of(0xff, 0xff, 0xff, 1), Buffer.alloc(1024)]],
] as const)('throw a session away whose server sends %s', async (_, ask, pieces) => {
  const socket = await answeredWith(...pieces)
  await expect(ask(socket)).rejects.toThrow()
  expect(socket.destroyed).toBe(true)
  expect(socket.listenerCount('data')).toBeLessThanOrEqual(1)
})
