import type { AnswerSize } from '../../sql/answer-size.ts'
import { bytesOfLength, longLength, NULL_VALUE } from './length-encoded.ts'
import { MalformedAnswer } from './malformed-answer.ts'
import type { Internals } from './sign-in.ts'

/** A packet in the memory of the driver, which also holds its neighbours. */
export interface DriverPacket {
  readonly buffer: Buffer
  readonly start: number
  readonly end: number
  readonly sequenceId: number
  /** How far the driver has read. */
  readonly offset: number
}

/** The parts of the driver's commands that tell what the next packet is. */
export interface DriverCommand {
  readonly next: unknown
  readonly row?: unknown
  readonly readField?: unknown
  readonly readParameter?: unknown
  readonly _fieldCount?: number
}

const HEADER_BYTES = 4
const END = 0xfe
const ERROR = 0xff
const LONGEST_END = 9

/** Of the catalogue, the schema, the table and the column, each as they are called here and there. */
const NAMES = 6
const TYPE_BYTES = 13

/**
 * The driver believes every length in a row, and would read the bytes of the next packet as values: rows that do not end where their packet ends, and
 * descriptions of columns that are longer than theirs, end the session before anybody gets a value. So do packets that nobody asked for, and answers that
 * would fill the memory.
 */
export function guardPackets(driver: Internals, answerSize: AnswerSize): void {
  const { onPacket } = driver.packetParser
  const refuse = () => {
    driver._handleFatalError(new MalformedAnswer())
    driver.stream.destroy()
  }
  driver.packetParser.onPacket = (packet) => {
    const command = driver._command
    answerSize.endPart()
    if (answerSize.isRefused) return
    // Of such packets the driver would only write to the console, each time.
    if (!isExpected(packet, driver)) return refuse()
    if (command && isAt(command, 'row')) {
      const { _fieldCount: columns = 0 } = command
      if (!isRowOf(packet, columns)) return refuse()
      answerSize.addRow(columns, packet.end - packet.start)
      return answerSize.isRefused ? undefined : onPacket(packet)
    }
    const isDescription = command != null && DESCRIBING.some((state) => isAt(command, state))
    if (isDescription) answerSize.addColumn()
    else answerSize.addMessage()
    if (answerSize.isRefused) return
    if (isDescription && !isDescribed(packet)) return refuse()
    onPacket(packet)
    if (isDescription && packet.offset > packet.end) refuse()
  }
}

/** The driver's names for: a column of an answer; a parameter and a column of a prepared statement. */
const DESCRIBING = ['readField', 'readParameter'] as const

/** Whether the packet follows the one before, for a command. A server that ends a session says why at any time. */
function isExpected({ buffer, start, end, sequenceId }: DriverPacket, driver: Internals): boolean {
  const at = start + HEADER_BYTES
  if (at < end && buffer[at] === ERROR) return true
  return driver._command != null && sequenceId === driver.sequenceId
}

const isAt = (command: DriverCommand, state: 'row' | (typeof DESCRIBING)[number]): boolean =>
  command.next !== null && command.next === command[state]

type Packet = Pick<DriverPacket, 'buffer' | 'start' | 'end'>

/** Whether the packet is a row of so many texts, or what may come in its place. */
export const isRowOf = (packet: Packet, columns: number): boolean =>
  isEndOrError(packet) ?? behindTexts(packet, columns) === packet.end

/** Whether it is the description of a column: six names, and what is known of the type. */
export const isDescribed = (packet: Packet): boolean =>
  isEndOrError(packet) ?? behindTexts(packet, NAMES) + TYPE_BYTES <= packet.end

/** @returns nothing if it is neither; false if it is too short to be what it begins as */
function isEndOrError({ buffer, start, end }: Packet): boolean | undefined {
  const at = start + HEADER_BYTES
  if (at >= end) return false
  if (buffer[at] === ERROR) return end - at >= 3
  return buffer[at] === END && end - at < LONGEST_END ? end - at >= 5 : undefined
}

/** @returns the position behind so many texts; NaN if they are not within the packet */
function behindTexts({ buffer, start, end }: Packet, count: number): number {
  let at = start + HEADER_BYTES
  for (let text = 0; text < count; text++) {
    if (at >= end) return Number.NaN
    const length = buffer[at] as number
    if (length === NULL_VALUE) at++
    else if (length < NULL_VALUE) at += 1 + length
    else if (length === ERROR || at + bytesOfLength(length) > end) return Number.NaN
    else at += bytesOfLength(length) + longLength(buffer, at)
  }
  return at
}
