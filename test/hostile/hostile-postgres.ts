import type { Socket } from 'node:net'

import { floods } from './floods.ts'
import type { Welcome } from './hostile-servers.ts'

const message = (type: string, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const header = Buffer.alloc(5)
  header.write(type)
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}
const authentication = (kind: number, ...parts: Buffer[]) => message('R', Buffer.of(0, 0, 0, kind), ...parts)
const described = (columns: number) => message('T', Buffer.of(columns >> 8, columns & 255), Buffer.alloc(columns * 19))
const READY = message('Z', 'I')
const DONE = Buffer.concat([message('C', 'SELECT 0\0'), READY])
const SIGNED_IN = Buffer.concat([authentication(0), message('K', Buffer.alloc(8, 1)), READY])
const NULL_ROW = message('D', Buffer.of(0, 1, 255, 255, 255, 255))
const ENDLESS_ROW = Buffer.of(0x44, 0x7f, 255, 255, 255)
const FILLER = Buffer.alloc(64 << 10, 'x')

const answerOf = (name: string, value: string) =>
  Buffer.concat([
    message('T', Buffer.of(0, 1), `${name}\0`, Buffer.alloc(18)),
    message('D', Buffer.of(0, 1, 0, 0, 0, value.length), value),
    DONE,
  ])

/** Signs everybody in, and answers the first question that is not about the session as it likes. */
const onceSignedIn =
  (answer: (socket: Socket) => void): Welcome =>
  (socket) => {
    socket.on('data', (bytes: Buffer) => {
      const asked = String(bytes)
      if (bytes[0] === 0) socket.write(SIGNED_IN)
      else if (asked.includes('pg_backend_pid')) socket.write(answerOf('process', '16843009'))
      else if (asked.includes('server_version_num')) socket.write(answerOf('server_version_num', '180000'))
      else if (/set_config\(|lc_monetary|zero_damaged_pages|SET /.test(asked) || bytes[0] === 0x58) socket.write(DONE)
      else answer(socket)
    })
  }

const flooding = (bytes: Buffer, opening = Buffer.alloc(0)) =>
  onceSignedIn((socket) => {
    socket.write(opening)
    floods(socket, () => bytes)
  })

/** Servers that pretend to be Postgres, by what they answer. */
export const POSTGRES_ANSWERS: Readonly<Record<string, Welcome>> = {
  postgresRows: flooding(NULL_ROW, described(1)),
  postgresNotices: flooding(message('N', 'SNOTICE\0Mx\0\0')),
  postgresSettings: flooding(message('S', 'a\0b\0')),
  postgresResults: flooding(Buffer.concat([described(3_000), message('C', '\0')])),
  postgresEndlessRow: flooding(FILLER, Buffer.concat([described(1), ENDLESS_ROW])),
  postgresReady: onceSignedIn((socket) => void socket.write(Buffer.concat([DONE, ...Array(10_000).fill(READY)]))),
  postgresProofs: (socket) => {
    socket.once('data', () => floods(socket, () => authentication(5, Buffer.of(1, 2, 3, 4)))).on('data', () => {})
  },
}
