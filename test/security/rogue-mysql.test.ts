import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

import { afterEach, expect, it } from 'vitest'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import { type ConnectorContext, ConnectorError } from '../../src/engine/ports/connector.ts'

let server: Server | undefined
afterEach(() => void server?.close())

const packet = (sequence: number, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const header = Buffer.alloc(4)
  header.writeUIntLE(body.length, 0, 3)
  header[3] = sequence
  return Buffer.concat([header, body])
}
const text = (value: string) => Buffer.concat([Buffer.of(value.length), Buffer.from(value)])

/** Protocol 4.1 with authentication by plugins, and nothing else. Source: MySQL's documentation of Protocol::HandshakeV10. */
const GREETING = packet(
  0,
  ...[Buffer.of(10), '8.4.2\0', Buffer.of(1, 0, 0, 0), '12345678\0', Buffer.of(0x01, 0x82, 33, 2, 0, 0x08, 0, 21)],
  ...[Buffer.alloc(10), '123456789012\0', 'mysql_native_password\0'],
)
const OK = (sequence: number) => packet(sequence, Buffer.of(0, 0, 0, 2, 0, 0, 0))

const columnPacket = (sequence: number, name: string) =>
  packet(
    sequence,
    ...[text('def'), text(''), text(''), text(''), text(name), text(name)],
    ...[Buffer.of(0x0c, 33, 0, 255, 0, 0, 0, 253, 0, 0, 0, 0, 0)],
  )
const END = (sequence: number) => packet(sequence, Buffer.of(0xfe, 0, 0, 2, 0))

const ROW_OF_THREE = Buffer.concat([text('8.4.2'), text('1'), text('etl@%')])

/** Answers what is asked at the sign-in with one row. */
const answerOf = (row: Buffer) =>
  Buffer.concat([
    packet(1, Buffer.of(3)),
    ...['version', 'id', 'account'].map((name, index) => columnPacket(2 + index, name)),
    ...[END(5), packet(6, row), END(7)],
  ])
const honest = answerOf(ROW_OF_THREE)

/** A server that signs everybody in, and answers these questions as it likes. */
async function aRogue(
  questions: RegExp,
  answer: (socket: Socket) => void,
  welcome = (socket: Socket): unknown => socket.write(OK(2)),
) {
  const sockets: Socket[] = []
  server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {}).write(GREETING)
    let isSignedIn = false
    socket.on('data', (bytes: Buffer) => {
      const asked = String(bytes)
      if (!isSignedIn) {
        isSignedIn = true
        welcome(socket)
      } else if (questions.test(asked)) answer(socket)
      else socket.write(asked.includes('CONNECTION_ID') ? honest : OK(1))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    taken: () => sockets.reduce((sum, { bytesWritten, writableLength }) => sum + bytesWritten - writableLength, 0),
  }
}

/** Sends rows of NULLs for as long as somebody takes them. */
function floods(socket: Socket, columns: number): void {
  const described = Array.from({ length: columns }, (_, index) => columnPacket((index + 2) % 256, `c${index}`))
  const after = columns + 2
  socket.write(Buffer.concat([packet(1, Buffer.of(columns)), ...described, END(after)]))
  const rows = Array.from({ length: 256 }, (_, index) => packet((after + 1 + index) % 256, Buffer.alloc(columns, 0xfb)))
  const chunk = Buffer.concat(rows)
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
}

/** Sends packets for as long as somebody takes them, numbered as they should be; each is made of the next of these payloads. */
function floodsWith(socket: Socket, payloads: readonly Buffer[], { from = 1, opening = [] as Buffer[] } = {}): void {
  let sequence = from
  let next = 0
  const numbered = (payload: Buffer) => packet(sequence++ % 256, payload)
  socket.write(Buffer.concat(opening.map(numbered)))
  const more = () => {
    const piece = () =>
      Buffer.concat(Array.from({ length: 1_000 }, () => numbered(payloads[next++ % payloads.length] as Buffer)))
    while (!socket.destroyed && socket.write(piece()));
  }
  socket.on('drain', more)
  more()
}

/** The error with which a discovery ends. */
function discover(port: number): Promise<unknown> {
  const account = { host: '127.0.0.1', port, user: 'etl', password: 'p', database: 'dw', ssl_mode: 'disable' }
  const context: ConnectorContext = {
    signal: new AbortController().signal,
    vendors: { addresses: {} },
    dialler: makeDialler({ allowPrivate: true }),
  }
  return mysqlConnector.discover({ integration: 'mysql', credentials: account, config: {} }, context).then(
    () => undefined,
    (reason: unknown) => reason,
  )
}

it.each([
  [
    'a text that goes on behind its packet',
    answerOf(Buffer.concat([text('8.4.2'), text('1'), Buffer.of(40), Buffer.from('etl')])),
  ],
  ['a long text that goes on behind its packet', answerOf(Buffer.of(0xfd, 255, 255, 255))],
  ['fewer texts than columns', answerOf(text('8.4.2'))],
  ['more texts than columns', answerOf(Buffer.concat([ROW_OF_THREE, text('more')]))],
  ['a byte that begins no text', answerOf(Buffer.concat([text('8.4.2'), Buffer.of(0xff, 1, 2, 3, 4, 5, 6, 7, 8, 9)]))],
  [
    'a description that is longer than its packet',
    Buffer.concat([packet(1, Buffer.of(1)), packet(2, text('def'), Buffer.of(200))]),
  ],
])('a server that answers like MySQL, with %s, gets one error of ours', async (_, answer) => {
  const rogue = await aRogue(/CONNECTION_ID/, (socket) => socket.write(answer))
  expect(await discover(rogue.port)).toMatchObject({ problem: { code: 'NOT_MYSQL', field: 'port' } })
})

it.each([
  ['the sign-in', 1, /CONNECTION_ID/],
  ['the settings', 1, /SHOW/],
  ['the settings', 100, /SHOW/],
])(
  'a server that pretends to be MySQL, and answers %s with rows of %i NULLs without end, is left',
  async (_, columns, questions) => {
    const rogue = await aRogue(questions, (socket) => floods(socket, columns))
    const before = process.memoryUsage().heapUsed
    const error = await discover(rogue.port)
    expect(error).toMatchObject({ problem: { code: 'ANSWER_TOO_LONG' } })
    expect(rogue.taken()).toBeLessThan(64 << 20)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(512 << 20)
  },
)

const COLUMN = columnPacket(0, 'c').subarray(4)
const ENDED = Buffer.of(0xfe, 0, 0, 2, 0)
const ENDED_BUT_MORE = Buffer.of(0xfe, 0, 0, 10, 0)
const DONE = Buffer.of(0, 0, 0, 2, 0, 0, 0)
const DONE_BUT_MORE = Buffer.of(0, 0, 0, 10, 0, 0, 0)
const left = ['ANSWER_TOO_LONG', 'NOT_MYSQL', 'CONNECTION_LOST']

it.each([
  ['descriptions of 16 million columns', [COLUMN], [Buffer.of(0xfd, 255, 255, 255)]],
  ['results without end', [DONE_BUT_MORE], []],
  ['empty results without end', [Buffer.of(1), COLUMN, ENDED, ENDED_BUT_MORE], []],
  ['a second answer after the first, and so on', [DONE], []],
  ['empty packets without end', [Buffer.alloc(0)], []],
  ['requests for files without end', [Buffer.concat([Buffer.of(0xfb), Buffer.from('/etc/passwd')])], []],
])('a server that pretends to be MySQL, and answers the settings with %s, is left', async (_, payloads, opening) => {
  const rogue = await aRogue(/SHOW/, (socket) => floodsWith(socket, payloads, { opening }))
  const before = process.memoryUsage().heapUsed
  expect(left).toContain(codeOf(await discover(rogue.port)))
  expect(rogue.taken()).toBeLessThan(16 << 20)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(128 << 20)
})

it('a server that asks for one proof after the other is left', async () => {
  const again = Buffer.concat([Buffer.of(0xfe), Buffer.from(`mysql_native_password\0${'x'.repeat(20)}\0`)])
  const rogue = await aRogue(
    /./,
    () => {},
    (socket) => floodsWith(socket, [again], { from: 2 }),
  )
  expect(left).toContain(codeOf(await discover(rogue.port)))
  expect(rogue.taken()).toBeLessThan(8 << 20)
})

const codeOf = (error: unknown) => (error instanceof ConnectorError ? error.problem.code : error)
