import { MalformedAnswer } from '../../driver/malformed-answer.ts'

/** Of every event: time, type, server, size, next position, flags. Source: MySQL, "Binlog Event Header" */
export const HEADER_BYTES = 19

/** Reads the parts of an event one after the other. Every method throws MalformedAnswer behind its end. */
export class EventBytes {
  readonly bytes: Buffer
  at: number
  readonly end: number

  constructor(bytes: Buffer, at: number, end: number) {
    this.bytes = bytes
    this.at = at
    this.end = end
  }

  get left(): number {
    return this.end - this.at
  }

  /** @returns the place before */
  skip(length: number): number {
    const at = this.at
    if (!(length >= 0 && at + length <= this.end)) throw new MalformedAnswer()
    this.at = at + length
    return at
  }

  byte(): number {
    return this.bytes[this.skip(1)] as number
  }

  /** Up to six bytes, the lowest first. */
  number(length: 2 | 3 | 4 | 6): number {
    return this.bytes.readUIntLE(this.skip(length), length)
  }

  long(): bigint {
    return this.bytes.readBigUInt64LE(this.skip(8))
  }

  /** A number of one, three, four or nine bytes. */
  packed(): number {
    const first = this.byte()
    if (first < 0xfb) return first
    if (first === 0xfc) return this.number(2)
    if (first === 0xfd) return this.number(3)
    if (first === 0xfe) return Number(this.long())
    throw new MalformedAnswer()
  }

  /**
   * A number whose first byte says by its lowest bits how many bytes follow: one for each 1 before the first 0. Source: MySQL, "Library: Serialization"
   */
  varied(): bigint {
    const first = this.byte()
    let more = 0
    while ((first >> more) & 1) more++
    let value = BigInt(first >> Math.min(more + 1, 8))
    for (let at = 0; at < more; at++) value |= BigInt(this.byte()) << BigInt(8 * at + Math.max(7 - more, 0))
    return value
  }

  part(length: number): Buffer {
    return this.bytes.subarray(this.skip(length), this.at)
  }

  text(length: number): string {
    return this.part(length).toString('utf8')
  }
}
