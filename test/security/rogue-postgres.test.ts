import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

import { afterEach, describe, expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import type { ConnectorContext } from '../../src/engine/ports/connector.ts'

const PASSWORD = 'correct horse battery staple'
/** More than any of the servers below may get rid of. */
const TOLERATED_BYTES = 300 << 20

let server: Server | undefined
afterEach(() => void server?.close())

interface Rogue {
  readonly port: number
  /** What it was told. */
  readonly heard: Buffer[]
  /** Bytes that were taken from it. */
  taken(): number
}

/** A server that answers each message as it likes; nothing asked is the moment at which somebody comes. */
async function aRogue(answer: (socket: Socket, asked: Buffer | undefined, count: number) => void): Promise<Rogue> {
  const heard: Buffer[] = []
  const sockets: Socket[] = []
  server = createServer((socket) => {
    sockets.push(socket)
    let count = 0
    socket
      .on('error', () => {})
      .on('data', (bytes: Buffer) => {
        heard.push(bytes)
        answer(socket, bytes, ++count)
      })
    answer(socket, undefined, 0)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    heard,
    taken: () => sockets.reduce((sum, { bytesWritten, writableLength }) => sum + bytesWritten - writableLength, 0),
  }
}

/** Goes on sending the same, after an opening, for as long as somebody takes it. */
function floods(socket: Socket, bytes: Buffer, opening = Buffer.alloc(0)): void {
  socket.write(opening)
  const more = () => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('drain', more)
  more()
}

/** Says of the machine's own address that it is another one's: some rules are not for what never leaves the machine. */
function fromElsewhere(): ConnectorContext {
  const dialler = makeDialler({ allowPrivate: true })
  return {
    signal: new AbortController().signal,
    vendors: { addresses: {} },
    dialler: {
      ...dialler,
      connect: async (...args) =>
        Object.defineProperty(await dialler.connect(...args), 'remoteAddress', { value: '203.0.113.9' }),
    },
  }
}

describe('a server that pretends to be Postgres', () => {
  const message = (type: string, ...parts: (Buffer | string)[]) => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
    const header = Buffer.alloc(5)
    header.write(type)
    header.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([header, body])
  }
  const authentication = (kind: number, ...parts: (Buffer | string)[]) =>
    message('R', Buffer.of(0, 0, 0, kind), ...parts)
  const signedIn = Buffer.concat([authentication(0), message('K', Buffer.alloc(8, 1)), message('Z', 'I')])
  /** Names a length that it never reaches, however long one listens. */
  const endless = (type: string) => {
    const header = Buffer.alloc(5)
    header.write(type)
    header.writeInt32BE(0x7fffffff, 1)
    return header
  }
  const notice = message('N', 'SNOTICE\0C00000\0M', 'x'.repeat(8_000), '\0\0')
  const oneColumn = message('T', Buffer.of(0, 1), 'a\0', Buffer.alloc(6), Buffer.of(0, 0, 0, 25), Buffer.alloc(8))
  const shortRow = message('D', Buffer.of(0, 1, 255, 255, 255, 255))
  const filler = Buffer.alloc(64 << 10, 'x')
  const many = (bytes: Buffer) => Buffer.concat(Array(Math.ceil((64 << 10) / bytes.length)).fill(bytes))
  const emptyResult = Buffer.concat([message('T', Buffer.of(0, 0)), message('C', '\0')])
  const columns = Array.from({ length: 3_000 }, () => Buffer.concat([Buffer.from('c\0'), Buffer.alloc(18)]))
  const wideResult = Buffer.concat([message('T', Buffer.of(3_000 >> 8, 3_000 & 255), ...columns), message('C', '\0')])
  const ofOneColumn = (row: Buffer) => Buffer.concat([oneColumn, row, message('C', 'SELECT 1\0'), message('Z', 'I')])

  const tried = async ({ port }: Rogue) => {
    const credentials = { host: '127.0.0.1', port, user: 'etl', password: PASSWORD, dbname: 'dw', sslmode: 'disable' }
    const endpoint = { integration: 'postgres' as const, credentials, config: {} }
    const stages = await postgresConnector.test(endpoint, 'both', fromElsewhere())
    return stages.find(({ status }) => status === 'failed')
  }

  it('does not get the password in clear on an open line', async () => {
    const rogue = await aRogue((socket, asked, count) => asked && count === 1 && socket.write(authentication(3)))
    expect(await tried(rogue)).toMatchObject({ stage: 'sign-in', problem: { code: 'PASSWORD_IN_CLEAR' } })
    expect(Buffer.concat(rogue.heard).toString('latin1')).not.toContain(PASSWORD)
  })

  it('does not keep us busy with a password that is to be hashed two thousand million times', async () => {
    const rogue = await aRogue((socket, asked, count) => {
      if (count === 1) socket.write(authentication(10, 'SCRAM-SHA-256\0\0'))
      const nonce = /r=([^,]+)$/.exec(asked?.toString('latin1') ?? '')?.[1]
      if (count === 2) socket.write(authentication(11, `r=${nonce}x,s=c2FsdA==,i=2147483647`))
    })
    expect(await tried(rogue)).toMatchObject({ stage: 'sign-in', status: 'failed' })
    expect(rogue.heard).toHaveLength(2)
  })

  it.each([
    ['a parameter without end', (socket: Socket) => floods(socket, filler, endless('S'))],
    ['an error without end', (socket: Socket) => floods(socket, filler, endless('E'))],
    ['notices without end', (socket: Socket) => floods(socket, notice)],
  ])('that greets with %s is left', async (_, greet) => {
    const rogue = await aRogue((socket, asked, count) => {
      if (asked && count === 1) {
        socket.write(authentication(0))
        greet(socket)
      }
    })
    expect(await tried(rogue)).toMatchObject({ stage: 'sign-in', problem: { code: 'ANSWER_TOO_LONG' } })
    expect(rogue.taken()).toBeLessThan(TOLERATED_BYTES / 10)
  })

  it.each([
    ['a description of more columns than it has', message('T', Buffer.of(0, 9), 'a\0')],
    ['a message that is shorter than its length', Buffer.of(0x44, 0, 0, 0, 0, 0, 0, 0, 0)],
    ['a message of an unknown kind', message('!', 'what is this')],
    ['an error whose text does not end', message('E', 'SERROR')],
    ['a sign-in in the middle', authentication(99)],
    ['a value that goes on behind its row', ofOneColumn(message('D', Buffer.of(0, 1, 0, 0, 0, 40), '180000'))],
    ['a value of minus two bytes', ofOneColumn(message('D', Buffer.of(0, 1, 255, 255, 255, 254), '180000'))],
    ['a row of two values for one column', ofOneColumn(message('D', Buffer.of(0, 2, 0, 0, 0, 1, 49, 0, 0, 0, 1, 49)))],
    ['a row of no value for one column', ofOneColumn(message('D', Buffer.of(0, 0)))],
    ['its readiness, without an answer', message('Z', 'I')],
    [
      'its readiness 10,000 times',
      Buffer.concat([message('C', 'SELECT 0\0'), ...Array(10_000).fill(message('Z', 'I'))]),
    ],
    ['a second answer', Buffer.concat([ofOneColumn(shortRow), ofOneColumn(shortRow)])],
  ])('that answers with %s gets one error of ours', async (_, answer) => {
    const rogue = await aRogue((socket, asked) => {
      if (asked?.[0] === 0) socket.write(signedIn)
      else if (asked) socket.write(answer)
    })
    expect(await tried(rogue)).toMatchObject({
      status: 'failed',
      problem: { code: 'NOT_POSTGRES', field: 'port' },
    })
  })

  it('that asks for one proof after the other is left, before it has cost us a hundred hashes', async () => {
    const challenge = authentication(5, Buffer.of(1, 2, 3, 4))
    const rogue = await aRogue((socket, asked, count) => asked && count === 1 && floods(socket, many(challenge)))
    expect(await tried(rogue)).toMatchObject({ stage: 'sign-in', problem: { code: 'NOT_POSTGRES' } })
    expect(Buffer.concat(rogue.heard).toString('latin1').split('md5').length).toBeLessThan(20)
  })

  it.each([
    ['a row without end', (socket: Socket) => floods(socket, filler, endless('D'))],
    ['notices without end', (socket: Socket) => floods(socket, notice)],
    ['short notices without end', (socket: Socket) => floods(socket, many(message('N', 'SNOTICE\0Mx\0\0')))],
    ['settings without end', (socket: Socket) => floods(socket, many(message('S', 'a\0b\0')))],
    ['notifications without end', (socket: Socket) => floods(socket, many(message('A', Buffer.alloc(4), 'a\0b\0')))],
    ['ends of statements without end', (socket: Socket) => floods(socket, many(message('C', '\0')))],
    ['results of no column without end', (socket: Socket) => floods(socket, many(emptyResult))],
    ['results of 3,000 columns without end', (socket: Socket) => floods(socket, wideResult)],
    ['rows that nobody asked to be copied', (socket: Socket) => floods(socket, many(message('d', 'x')))],
    [
      'short rows without end',
      (socket: Socket) => floods(socket, Buffer.concat(Array(5_000).fill(shortRow)), oneColumn),
    ],
  ])('that answers a question with %s is left', async (_, answer) => {
    const done = Buffer.concat([message('C', 'SELECT 0\0'), message('Z', 'I')])
    const textAnswer = (name: string, value: string) =>
      Buffer.concat([
        message('T', Buffer.of(0, 1), `${name}\0`, Buffer.alloc(6), Buffer.of(0, 0, 0, 25), Buffer.alloc(8)),
        message('D', Buffer.of(0, 1, 0, 0, 0, value.length), value),
        done,
      ])
    const rogue = await aRogue((socket, asked) => {
      if (asked?.[0] === 0) socket.write(signedIn)
      else if (asked?.includes('pg_backend_pid')) socket.write(textAnswer('process', '16843009'))
      else if (asked?.includes('server_version_num')) socket.write(textAnswer('server_version_num', '180000'))
      // Whatever else is asked at the sign-in.
      else if (/set_config\(|lc_monetary|zero_damaged_pages/.test(String(asked))) socket.write(done)
      else if (asked?.includes('SET ') || asked?.[0] === 0x58) socket.write(done)
      else if (asked) answer(socket)
    })
    const memory = process.memoryUsage()
    const failed = await tried(rogue)
    expect(failed).toMatchObject({ stage: 'read', status: 'failed' })
    expect(process.memoryUsage().heapUsed - memory.heapUsed).toBeLessThan(TOLERATED_BYTES)
    // A machine under load takes the time of a test for it.
    expect(['ANSWER_TOO_LONG', 'SERVER_SILENT']).toContain(failed?.problem?.code)
    expect(rogue.taken()).toBeLessThan(TOLERATED_BYTES)
  })
})
