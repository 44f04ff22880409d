import type { Socket } from 'node:net'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { closedUnanswered } from '../../sql/closed-unanswered.ts'

/** The minimum that identifies a MySQL server: four bytes of header and the version of the protocol. */
const PROTOCOL_AT = 4
const PROTOCOL_10 = 10
const ERROR = 0xff

/** After the text of the version: thread, first part of the challenge, a filler, then the capabilities. */
const ABILITIES_AFTER_VERSION = 4 + 8 + 1
const TLS_ABILITY = 0x0800

/** In bytes; a greeting has about a hundred. */
const LONGEST_GREETING = 1 << 16

/**
 * Checks the server's greeting and leaves it on the socket for the driver, which would otherwise write an error to the console
 * for other kinds of servers. Pauses the socket. @throws ConnectorError `NOT_MYSQL`, or that the server closed the connection
 */
export async function readGreeting(socket: Socket): Promise<{ readonly offersTls: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let bytes: Buffer = Buffer.alloc(0)
  const read = (piece: Buffer) => {
    bytes = Buffer.concat([bytes, piece])
    if (isOfStranger(bytes)) reject(notMysql())
    else if (isWhole(bytes)) resolve()
  }
  const fail = () => reject(socket.errored ?? closedUnanswered())
  socket.on('data', read).on('end', fail).on('close', fail).on('error', fail)
  try {
    await promise
  } finally {
    // The last listener stays until the next owner adds one: an error on a socket without a listener ends the process.
    socket
      .pause()
      .on('error', () => {})
      .off('data', read)
      .off('end', fail)
      .off('close', fail)
      .off('error', fail)
  }
  socket.unshift(bytes)
  const at = bytes.indexOf(0, PROTOCOL_AT + 1) + 1 + ABILITIES_AFTER_VERSION
  return {
    offersTls:
      bytes[PROTOCOL_AT] === PROTOCOL_10 && at + 2 <= bytes.length && (bytes.readUInt16LE(at) & TLS_ABILITY) !== 0,
  }
}

function isOfStranger(bytes: Buffer): boolean {
  if (bytes.length <= PROTOCOL_AT) return false
  const first = bytes[PROTOCOL_AT]
  return bytes[3] !== 0 || (first !== PROTOCOL_10 && first !== ERROR) || bytes.readUIntLE(0, 3) > LONGEST_GREETING
}

const isWhole = (bytes: Buffer) => bytes.length > PROTOCOL_AT && bytes.length >= PROTOCOL_AT + bytes.readUIntLE(0, 3)

export const notMysql = () =>
  new ConnectorError({
    code: 'NOT_MYSQL',
    message: sentence`The server at this host and port is not MySQL.`,
    hint: sentence`Check the host and the port. MySQL and MariaDB usually listen on 3306.`,
    field: 'port',
  })
