import type { Socket } from 'node:net'
import { sentence } from '../../../core/catalog/sentence.ts'

import { ConnectorError } from '../../ports/connector.ts'

/**
 * Closes a socket whose server sends more than `longest` bytes in answer to one query, because a driver that collects it in memory has no
 * limit. The socket's error is a ConnectorError `ANSWER_TOO_LONG`.
 */
export function limitAnswer(
  socket: Socket,
  longest: number,
  onBytes: (bytes: number) => void = () => {},
): { restart(): void; end(): void } {
  let received = 0
  const count = (chunk: Buffer) => {
    received += chunk.length
    onBytes(chunk.length)
    if (received > longest) socket.destroy(tooLong())
  }
  socket.on('data', count)
  return {
    restart: () => {
      received = 0
    },
    end: () => void socket.off('data', count),
  }
}

const tooLong = () =>
  new ConnectorError({
    code: 'ANSWER_TOO_LONG',
    message: sentence`The server sent far more than it was asked for.`,
    hint: sentence`Check that the host and the port are those of your database, and that nothing answers in its place.`,
    field: 'host',
  })
