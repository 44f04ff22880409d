import type { Socket } from 'node:net'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { releaseMemory } from '../../../formats/release-memory.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { borrowSocket } from '../../sql/borrow-socket.ts'
import { MalformedAnswer } from './malformed-answer.ts'
import { type OnPacket, PacketReader } from './packet-reader.ts'
import { errorOf, packetHeader } from './raw-exchange.ts'

const OK = 0x00
const END = 0xfe
const ERROR = 0xff

/** A server that does not even send its sign of life for this time is gone. */
const SILENCE_MS = 60_000

const LOOK_MS = 5_000

/**
 * Asks for the binary log, and reads it for good. Each event is valid only during the call.
 * @param command as `COM_BINLOG_DUMP`; the server has been told to send signs of life
 * @returns never; rejects when the log ends, for it has no end. Source: MySQL, "COM_BINLOG_DUMP"
 */
export function readBinlog(
  socket: Socket,
  command: Buffer,
  onEvent: (...event: Parameters<OnPacket>) => void,
): Promise<never> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  let heardAt = performance.now()
  const reader = new PacketReader((bytes, start, end, sequence) => {
    const first = bytes[start]
    if (first === ERROR) throw errorOf(bytes, start, end)
    // A server that stops ends the log by itself.
    if (first === END) throw Object.assign(new Error('the log has ended'), { code: 'ECONNRESET' })
    if (first !== OK) throw new MalformedAnswer()
    onEvent(bytes, start + 1, end, sequence)
  })
  const timer = setInterval(() => {
    // While we do not read, nothing can be heard.
    if (socket.isPaused()) heardAt = performance.now()
    if (performance.now() - heardAt > SILENCE_MS) socket.destroy(silent())
  }, LOOK_MS)
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
  socket.write(packetHeader(command.length, 0))
  socket.write(command)
  return ended
}

const silent = () =>
  new ConnectorError({
    code: 'STALLED',
    message: sentence`the server has stopped answering.`,
    hint: sentence`Nothing is known to be wrong with the rows. Check the network and the server, then run again.`,
    retryable: true,
  })
