import type { Socket } from 'node:net'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { FrameWalker } from '../../../formats/frames/frame-walker.ts'
import { releaseMemory } from '../../../formats/release-memory.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { borrowSocket } from '../../sql/borrow-socket.ts'
import { malformedAnswer } from './malformed-answer.ts'
import { FrameReader } from './message-reader.ts'
import { errorOf, queryMessage } from './raw-exchange.ts'

export interface LogHandlers {
  /** One message of the output plugin. */
  readonly onMessage: (bytes: Buffer, start: number, end: number) => void
  /** Everything that was committed before this place has been sent. */
  readonly onKeepalive: (end: bigint) => void
}

export interface LogStream {
  /** Settles when the stream ends, always with an error: a log has no end. */
  readonly ended: Promise<never>
  /** What the server may forget; told with the next status. */
  confirm(position: bigint): void
}

/** How often the server is told where we are, and asked to answer: a server ends who says nothing for `wal_sender_timeout`, a minute by default. */
const STATUS_MS = 5_000

/** A server that does not even answer a status for this time is gone. */
const SILENCE_MS = 60_000

/** Microseconds between 1970 and 2000, from which Postgres counts. */
const EPOCH_US = 946_684_800_000_000n

const [LOG_DATA, KEEPALIVE] = Buffer.from('wk')

/** Position, end of the log, and clock of the server. */
const LOG_HEADER = 25

/**
 * Starts to send the log over a session of replication.
 * @param from what was confirmed before. Source: PostgreSQL, "Streaming Replication Protocol"
 */
export function startLogStream(socket: Socket, statement: string, from: bigint, handlers: LogHandlers): LogStream {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  let confirmed = from
  let heardAt = performance.now()
  let hasBegun = false

  const sendStatus = () => {
    if (!socket.destroyed && hasBegun) socket.write(statusMessage(confirmed))
    // While we do not read, nothing can be heard.
    if (socket.isPaused()) heardAt = performance.now()
    if (performance.now() - heardAt > SILENCE_MS) socket.destroy(silent())
  }
  const take = (bytes: Buffer, start: number, end: number) => {
    if (bytes[start] === LOG_DATA && end - start >= LOG_HEADER) handlers.onMessage(bytes, start + LOG_HEADER, end)
    else if (bytes[start] === KEEPALIVE && end - start === 18) {
      handlers.onKeepalive(bytes.readBigUInt64BE(start + 1))
      if (bytes[start + 17] === 1) sendStatus()
    } else throw malformedAnswer()
  }
  const walker = new FrameWalker(take)
  const reader = new FrameReader({
    onCopyData: (frames) => walker.push(frames),
    onMessage: (type, body) => {
      if (type === 'E') throw errorOf(body)
      else if (type === 'W') {
        hasBegun = true
        sendStatus()
      }
      // A statement before it that failed is over only now.
      else if (type === 'Z' && !hasBegun) return
      // A server that stops ends the log by itself.
      else if ('cCZ'.includes(type)) throw Object.assign(new Error('the log has ended'), { code: 'ECONNRESET' })
      else if (!'NS'.includes(type)) throw malformedAnswer()
    },
  })
  const timer = setInterval(sendStatus, STATUS_MS)
  ended.catch(() => clearInterval(timer))
  borrowSocket(
    socket,
    (chunk) => {
      heardAt = performance.now()
      reader.read(chunk)
      releaseMemory(chunk)
    },
    reject,
  )
  socket.write(queryMessage(statement))
  return {
    ended,
    confirm: (position) => {
      confirmed = position
      sendStatus()
    },
  }
}

function statusMessage(position: bigint): Buffer {
  const message = Buffer.alloc(5 + 34)
  message[0] = 0x64
  message.writeInt32BE(38, 1)
  message[5] = 0x72
  for (const at of [6, 14, 22]) message.writeBigUInt64BE(position, at)
  message.writeBigInt64BE(BigInt(Date.now()) * 1000n - EPOCH_US, 30)
  message[38] = 1
  return message
}

const silent = () =>
  new ConnectorError({
    code: 'STALLED',
    message: sentence`the server has stopped answering.`,
    hint: sentence`Nothing is known to be wrong with the rows. Check the network and the server, then run again.`,
    retryable: true,
  })
