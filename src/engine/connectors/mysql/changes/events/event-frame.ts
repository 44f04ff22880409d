import zlib from 'node:zlib'
import { MalformedAnswer } from '../../driver/malformed-answer.ts'
import { EventBytes, HEADER_BYTES } from './event-bytes.ts'
import { FORMAT_DESCRIPTION } from './event-types.ts'

const CHECKSUM_BYTES = 4
const CRC32 = 1

export interface EventFrame {
  readonly type: number
  /** In seconds since 1970. */
  readonly time: number
  readonly server: number
  readonly body: EventBytes
}

/** Divides events into their header, their body and their checksum, which is verified. */
export class EventFrames {
  #hasChecksum = false
  #isDescribed = false

  /** @returns nothing before the log has described itself. @throws MalformedAnswer */
  read(bytes: Buffer, start: number, end: number): EventFrame | undefined {
    if (end - start < HEADER_BYTES || bytes.readUInt32LE(start + 9) !== end - start) throw new MalformedAnswer()
    const type = bytes[start + 4] as number
    if (type === FORMAT_DESCRIPTION) {
      this.#hasChecksum = bytes[end - CHECKSUM_BYTES - 1] === CRC32
      this.#isDescribed = true
    }
    if (!this.#isDescribed) return undefined
    return frame(bytes, start, this.#hasChecksum ? this.#verified(bytes, start, end, type) : end)
  }

  #verified(bytes: Buffer, start: number, end: number, type: number): number {
    const stop = end - CHECKSUM_BYTES
    // The description says of a log that is being written that it is open, which its checksum leaves out.
    if (type !== FORMAT_DESCRIPTION && zlib.crc32(bytes.subarray(start, stop)) !== bytes.readUInt32LE(stop))
      throw new MalformedAnswer()
    return stop
  }
}

/** The events inside of another, which have no checksums. @throws MalformedAnswer */
export function* innerFrames(bytes: Buffer): Generator<EventFrame> {
  for (let at = 0; at < bytes.length; ) {
    if (at + HEADER_BYTES > bytes.length) throw new MalformedAnswer()
    const size = bytes.readUInt32LE(at + 9)
    if (size < HEADER_BYTES || at + size > bytes.length) throw new MalformedAnswer()
    yield frame(bytes, at, at + size)
    at += size
  }
}

const frame = (bytes: Buffer, start: number, end: number): EventFrame => ({
  type: bytes[start + 4] as number,
  time: bytes.readUInt32LE(start),
  server: bytes.readUInt32LE(start + 5),
  body: new EventBytes(bytes, start + HEADER_BYTES, end),
})
