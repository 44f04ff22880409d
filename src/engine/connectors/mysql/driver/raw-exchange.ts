import type { Socket } from 'node:net'
import { releaseMemory } from '../../../formats/release-memory.ts'
import type { RowTooLarge } from '../../../formats/row-memory.ts'
import { borrowSocket } from '../../sql/borrow-socket.ts'
import { bytesOfLength, LONG_LENGTH, longLength } from './length-encoded.ts'
import { MalformedAnswer } from './malformed-answer.ts'
import { PacketReader } from './packet-reader.ts'

const QUERY_COMMAND = 0x03
const EXECUTE_COMMAND = 0x17
const OK = 0x00
const LOCAL_INFILE = 0xfb
const END = 0xfe
const ERROR = 0xff

/** An end-of-rows packet is shorter; a row whose first value has 16 MB or more begins with the same byte and is longer. */
const LONGEST_END = 9
const SHORTEST_END = 5

/** Source: MySQL, "Limits on Table Column Count". */
const MAX_COLUMNS = 4_096

/** The longest payload that fits into one packet, in bytes. */
const LONGEST_PACKET = 0xfffffe

/** A server error with the shape of a driver error, so that one table explains both. */
export class ServerError extends Error {
  readonly errno: number

  constructor(errno: number, message: string) {
    super(message)
    this.errno = errno
  }
}

/** The server's message about the end of a statement. */
export interface Outcome {
  readonly affectedRows: number
  readonly warnings: number
  /** Such as `Records: 3  Deleted: 0  Skipped: 0  Warnings: 0`. */
  readonly info: string
}

export interface RawHandlers {
  /** Everything that the server sends, as it comes, before it is taken apart; the bytes are valid only during the call. */
  readonly onAnswer?: ((chunk: Buffer) => void) | undefined
  /** The definition of one column, sent before the rows. */
  readonly onColumn?: (bytes: Buffer, start: number, end: number) => void
  /** One row with values as length-encoded strings, or in the form of a prepared statement; the bytes are valid only during the call. */
  readonly onRow?: (bytes: Buffer, start: number, end: number) => void
  /** A row is larger than it may be, and dropped. Absent: that ends the session. */
  readonly onTooLarge?: ((error: RowTooLarge) => void) | undefined
  /** The server waits for the rows of our `LOAD DATA`; they start with this packet number. Absent: then such a request is an attack. */
  readonly onInfile?: (sequence: number) => void
}

/**
 * Sends one command over the driver's socket and reads the answer itself. Protocol: MySQL, "COM_QUERY Response", without CLIENT_DEPRECATE_EOF.
 * @throws ServerError, or an error when the socket closes
 */
export function rawExchange(socket: Socket, command: Buffer, handlers: RawHandlers): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  /** Number of column definitions still to come, then their end; `undefined` before the first answer. */
  let definitions: number | undefined
  let settle: (() => void) | undefined
  // When the whole piece is read, which may contain more than the end.
  const finish = (outcome: Outcome) => {
    settle = () => resolve(outcome)
  }
  const refuse = (error: ServerError) => {
    settle = () => reject(error)
  }
  const isAtRows = () => handlers.onRow !== undefined && definitions !== undefined && definitions < 0

  const reader = new PacketReader(
    (bytes, start, end, sequence) => {
      // A server that says more than it was asked for would answer the next question before it is put.
      if (settle || start === end) throw new MalformedAnswer()
      const first = bytes[start]
      if (first === ERROR) return refuse(errorOf(bytes, start, end))
      if (definitions === undefined) {
        if (first === OK) return finish(outcomeOf(bytes, start, end))
        if (first !== LOCAL_INFILE) {
          // Rows that nobody reads would be read for ever.
          if (!handlers.onRow) throw new MalformedAnswer()
          definitions = lengthAt(bytes, start, end).value
          if (definitions > MAX_COLUMNS) throw new MalformedAnswer()
          return
        }
        if (!handlers.onInfile) throw new Error('the server asked for a file')
        return handlers.onInfile(sequence + 1)
      }
      // The definitions and the packet that ends them.
      if (definitions >= 0) {
        if (definitions > 0) handlers.onColumn?.(bytes, start, end)
        else if (!isEnd(bytes, start, end)) throw new MalformedAnswer()
        definitions--
        return
      }
      if (isEnd(bytes, start, end)) {
        return finish({ affectedRows: 0, warnings: bytes.readUInt16LE(start + 1), info: '' })
      }
      handlers.onRow?.(bytes, start, end)
    },
    isAtRows,
    handlers.onTooLarge,
  )

  const release = borrowSocket(
    socket,
    (chunk) => {
      handlers.onAnswer?.(chunk)
      reader.read(chunk)
      releaseMemory(chunk)
      if (!settle) return
      if (!reader.isBetweenPackets) throw new MalformedAnswer()
      release()
      settle()
    },
    reject,
  )
  if (!socket.destroyed) for (const packet of packetsOf(command)) socket.write(packet)
  return promise
}

/** Runs a statement. */
export const queryCommand = (statement: string | Buffer): Buffer =>
  Buffer.concat([Buffer.of(QUERY_COMMAND), Buffer.from(statement)])

/** Runs a prepared statement without parameters; its rows are sent immediately. Protocol: MySQL, "COM_STMT_EXECUTE". */
export function executeCommand(statementId: number): Buffer {
  const command = Buffer.alloc(10)
  command[0] = EXECUTE_COMMAND
  command.writeUInt32LE(statementId, 1)
  command.writeUInt32LE(1, 6)
  return command
}

function* packetsOf(payload: Buffer): Generator<Buffer> {
  for (let at = 0, sequence = 0; at <= payload.length; at += LONGEST_PACKET + 1, sequence++) {
    const part = payload.subarray(at, at + LONGEST_PACKET + 1)
    yield packetHeader(part.length, sequence)
    yield part
  }
}

export function packetHeader(length: number, sequence: number): Buffer {
  const header = Buffer.alloc(4)
  header.writeUIntLE(length, 0, 3)
  header[3] = sequence & 0xff
  return header
}

/** The packet that ends descriptions and rows: warnings and the state of the session follow. @throws MalformedAnswer */
function isEnd(bytes: Buffer, start: number, end: number): boolean {
  if (bytes[start] !== END || end - start >= LONGEST_END) return false
  requireWithin(start + SHORTEST_END, end)
  return true
}

function requireWithin(next: number, end: number): void {
  if (next > end) throw new MalformedAnswer()
}

function outcomeOf(bytes: Buffer, start: number, end: number): Outcome {
  const affected = lengthAt(bytes, start + 1, end)
  const inserted = lengthAt(bytes, affected.next, end)
  requireWithin(inserted.next + 4, end)
  const warnings = bytes.readUInt16LE(inserted.next + 2)
  return { affectedRows: affected.value, warnings, info: bytes.toString('utf8', inserted.next + 4, end) }
}

export function errorOf(bytes: Buffer, start: number, end: number): ServerError {
  requireWithin(start + 3, end)
  // A '#' and the five characters of the SQL state precede the text.
  const text = bytes[start + 3] === 0x23 ? start + 9 : start + 3
  return new ServerError(bytes.readUInt16LE(start + 1), bytes.toString('utf8', text, end))
}

/** A length-encoded integer; lengths beyond 2^53 do not occur. @throws MalformedAnswer unless it is within the packet */
function lengthAt(bytes: Buffer, at: number, end: number): { readonly value: number; readonly next: number } {
  requireWithin(at + 1, end)
  const first = bytes[at] as number
  const next = at + bytesOfLength(first)
  requireWithin(next, end)
  return { value: first < LONG_LENGTH ? first : longLength(bytes, at), next }
}
