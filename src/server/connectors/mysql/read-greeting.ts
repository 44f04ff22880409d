import type { Socket } from 'node:net'

import { ConnectorError } from '../connector.ts'

/** The least that tells a MySQL server: four bytes of header and the version of the protocol. */
const PROTOCOL_AT = 4
const PROTOCOL_10 = 10
const ERROR = 0xff

/** After the version's text: thread, first part of the challenge, a filler; then the abilities. */
const ABILITIES_AFTER_VERSION = 4 + 8 + 1
const TLS_ABILITY = 0x0800

/**
 * Looks at what the server says first and leaves it on the socket for the driver, which would otherwise complain on the console
 * about servers of another kind. @throws ConnectorError `NOT_MYSQL`
 */
export async function readGreeting(socket: Socket): Promise<{ readonly offersTls: boolean }> {
  for (;;) {
    await readable(socket)
    const bytes: Buffer | null = socket.read() as Buffer | null
    if (bytes === null) continue
    socket.unshift(bytes)
    const [first] = bytes.subarray(PROTOCOL_AT)
    if (bytes.length > PROTOCOL_AT && (bytes[3] !== 0 || (first !== PROTOCOL_10 && first !== ERROR))) throw notMysql()
    if (bytes.length < PROTOCOL_AT + bytes.readUIntLE(0, Math.min(bytes.length, 3))) {
      await moreThan(socket, bytes.length)
      continue
    }
    const at = bytes.indexOf(0, PROTOCOL_AT + 1) + 1 + ABILITIES_AFTER_VERSION
    return {
      offersTls: first === PROTOCOL_10 && at + 2 <= bytes.length && (bytes.readUInt16LE(at) & TLS_ABILITY) !== 0,
    }
  }
}

function readable(socket: Socket): Promise<void> {
  if (socket.readableLength > 0) return Promise.resolve()
  return settled(socket, 'readable')
}

/** What was put back is readable at once; this waits for bytes that are new. */
async function moreThan(socket: Socket, length: number): Promise<void> {
  while (socket.readableLength <= length) await settled(socket, 'readable')
}

function settled(socket: Socket, event: 'readable'): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = () => reject(socket.errored ?? notMysql())
  socket.once(event, resolve).once('end', fail).once('close', fail).on('error', fail)
  return promise.finally(() => {
    // The last listener stays with the next owner: a socket without one takes the process down when it dies.
    socket
      .on('error', () => {})
      .off(event, resolve)
      .off('end', fail)
      .off('close', fail)
      .off('error', fail)
  })
}

export const notMysql = () =>
  new ConnectorError({
    code: 'NOT_MYSQL',
    message: 'What answers at this host and port is not MySQL.',
    hint: 'Check the host and the port. MySQL and MariaDB usually listen on 3306.',
    field: 'port',
    retryable: false,
  })
