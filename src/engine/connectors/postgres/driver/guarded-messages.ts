import type { Socket } from 'node:net'

import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'

const HEADER = 5
const [ERROR, NOTICE] = [0x45, 0x4e]

/**
 * Takes the driver's listener, which looks for the end of a text of an error for ever if there is none, and throws out of the socket where a message
 * is none of the protocol: then the session ends with one error of ours.
 */
export function guarded(socket: Socket, listener: (bytes: Buffer) => void): (bytes: Buffer) => void {
  let header = Buffer.alloc(0)
  let left = 0
  let texts: Buffer[] | undefined

  const hasGoodTexts = (bytes: Buffer): boolean => {
    for (let at = 0; at < bytes.length; ) {
      if (left === 0) {
        const wanted = bytes.subarray(at, at + HEADER - header.length)
        header = Buffer.concat([header, wanted])
        at += wanted.length
        if (header.length < HEADER) return true
        left = header.readUInt32BE(1) - 4
        if (left < 0) return false
        texts = header[0] === ERROR || header[0] === NOTICE ? [] : undefined
        header = Buffer.alloc(0)
      }
      const part = bytes.subarray(at, at + left)
      texts?.push(part)
      at += part.length
      left -= part.length
      if (left === 0 && texts && !areTexts(Buffer.concat(texts))) return false
    }
    return true
  }
  return (bytes) => {
    try {
      if (hasGoodTexts(bytes)) listener(bytes)
      else socket.destroy(malformed())
    } catch (error) {
      socket.destroy(malformed(error))
    }
  }
}

/** Fields of an error: a letter and a text each, and a zero. Source: PostgreSQL, "Message Formats", ErrorResponse. */
function areTexts(body: Buffer): boolean {
  let at = 0
  while (at < body.length && body[at] !== 0) {
    const end = body.indexOf(0, at + 1)
    if (end < 0) return false
    at = end + 1
  }
  return at < body.length
}

const malformed = (cause?: unknown) =>
  new ConnectorError(
    {
      code: 'NOT_POSTGRES',
      message: sentence`The server sent bytes that are no answer of Postgres.`,
      hint: sentence`Check the host and the port, and what stands between: a proxy or another server may answer. Then run again.`,
      field: 'port',
      retryable: false,
    },
    { cause },
  )
