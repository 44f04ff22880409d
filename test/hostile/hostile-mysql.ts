import type { Socket } from 'node:net'

import { floods } from './floods.ts'
import type { Welcome } from './hostile-servers.ts'

const packet = (sequence: number, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const header = Buffer.alloc(4)
  header.writeUIntLE(body.length, 0, 3)
  header[3] = sequence & 255
  return Buffer.concat([header, body])
}
const text = (value: string) => Buffer.concat([Buffer.of(value.length), Buffer.from(value)])

/** Protocol 4.1 with authentication by plugins, and nothing else. Source: MySQL's documentation of Protocol::HandshakeV10. */
const GREETING = packet(
  0,
  ...[Buffer.of(10), '8.4.2\0', Buffer.of(1, 0, 0, 0), '12345678\0', Buffer.of(0x01, 0x82, 33, 2, 0, 0x08, 0, 21)],
  ...[Buffer.alloc(10), '123456789012\0', 'mysql_native_password\0'],
)
const OK = Buffer.of(0, 0, 0, 2, 0, 0, 0)
const END = Buffer.of(0xfe, 0, 0, 2, 0)
const END_BUT_MORE = Buffer.of(0xfe, 0, 0, 10, 0)
const NULL = Buffer.of(0xfb)
const columnOf = (name: string) =>
  Buffer.concat([
    ...[text('def'), text(''), text(''), text(''), text(name), text(name)],
    ...[Buffer.of(0x0c, 33, 0, 255, 0, 0, 0, 253, 0, 0, 0, 0, 0)],
  ])
const ACCOUNT = [
  ...[Buffer.of(3), columnOf('version'), columnOf('id'), columnOf('account'), END],
  ...[Buffer.concat([text('8.4.2'), text('1'), text('etl@%')]), END],
]

/** Numbers payloads as a server does. */
const numbered = (first = 1) => {
  let sequence = first
  return (payload: Buffer) => packet(sequence++, payload)
}

const onceSignedIn =
  (answer: (socket: Socket) => void, welcome = (socket: Socket): void => void socket.write(packet(2, OK))): Welcome =>
  (socket) => {
    socket.write(GREETING)
    socket.once('data', () => {
      welcome(socket)
      socket.on('data', (bytes: Buffer) => {
        const asked = String(bytes)
        if (asked.includes('CONNECTION_ID')) socket.write(Buffer.concat(ACCOUNT.map(numbered())))
        else if (asked.includes('SHOW')) answer(socket)
        else socket.write(packet(1, OK))
      })
    })
  }

/** Sends these payloads in turn without end, after others. */
const flooding = (payloads: readonly Buffer[], opening: readonly Buffer[] = [], first = 1) => {
  return (socket: Socket) => {
    const next = numbered(first)
    socket.write(Buffer.concat(opening.map(next)))
    let index = 0
    floods(socket, () => next(payloads[index++ % payloads.length] as Buffer))
  }
}

/** Servers that pretend to be MySQL, by what they answer. */
export const MYSQL_ANSWERS: Readonly<Record<string, Welcome>> = {
  mysqlRows: onceSignedIn(flooding([NULL], [Buffer.of(1), columnOf('c'), END])),
  mysqlColumns: onceSignedIn(flooding([columnOf('c')], [Buffer.of(0xfd, 255, 255, 255)])),
  mysqlResults: onceSignedIn(flooding([Buffer.of(1), columnOf('c'), END, END_BUT_MORE])),
  mysqlAfterTheEnd: onceSignedIn(flooding([OK, Buffer.alloc(0)])),
  mysqlPayload: onceSignedIn(flooding([Buffer.alloc(0xffffff, 'x')])),
  mysqlProofs: onceSignedIn(
    () => {},
    flooding([Buffer.concat([Buffer.of(0xfe), Buffer.from(`mysql_native_password\0${'x'.repeat(20)}\0`)])], [], 2),
  ),
}
