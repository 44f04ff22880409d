import { HEADER_BYTES, writeFrameHeader } from '../../../formats/frames/frame-header.ts'
import { bytesOfLength, longLength, NULL_VALUE } from '../driver/length-encoded.ts'
import { MalformedAnswer } from '../driver/malformed-answer.ts'
import { type FieldReading, type FieldSpelling, MYSQL_TEXT } from './field-reading.ts'
import { geometryText, TEXT_FOR_GEOMETRY } from './geometry-text.ts'
import { notADate, notAGeometry, notInUnicode } from './not-representable.ts'
import { CAME_THROUGH } from './proven-text.ts'
import type { ZeroDates } from './zero-dates.ts'

/** Number of bytes that are collected before they are passed on: large enough for few calls, small enough for the cache. */
const BATCH_BYTES = 128 * 1024

/** The most bytes that one field adds beyond that: the digits of a BIT(64), a zone, a separator. */
const FIELD_EXTRA = 80

const TAB = 0x09
const SPACE = 0x20
const NEWLINE = 0x0a
const BACKSLASH = 0x5c
const ZERO = 0x30
const POINT = 0x2e
const DASH = 0x2d
const HEX = Buffer.from('0123456789abcdef')

/** Such as `2026-01-01` and `00:00:00`. */
const SHORTEST_MOMENTS = { moment: 10, interval: 8 } as const

/** The letter after the backslash by byte; 0 for bytes without an escape. */
const escapesOf = (pairs: Readonly<Record<string, string>>) => {
  const table = new Uint8Array(256)
  for (const [character, letter] of Object.entries(pairs)) table[character.charCodeAt(0)] = letter.charCodeAt(0)
  return table
}
const COMMON_ESCAPES = escapesOf({ '\b': 'b', '\t': 't', '\n': 'n', '\v': 'v', '\f': 'f', '\r': 'r', '\\': '\\' })
/** LOAD DATA reads `\v` and `\f` as letters. */
const MYSQL_ESCAPES = escapesOf({ '\t': 't', '\n': 'n', '\r': 'r', '\\': '\\' })

export interface WrittenRows {
  readonly frames: Buffer
  readonly rows: number
}

/**
 * Writes the rows of a MySQL server from their protocol form as rows of a format, byte by byte; no value is created.
 * In `common-text` each row is a CopyData message; in `mysql-text` each batch is one.
 */
export class RowWriter {
  readonly #fields: readonly FieldReading[]
  readonly #isCommon: boolean
  readonly #zeroDates: ZeroDates
  readonly #escapes: Uint8Array
  /** The most bytes that are written for one that is read. */
  readonly #growth: number
  #batch = Buffer.allocUnsafeSlow(BATCH_BYTES)
  #used = 0
  #rows = 0
  #rowsBefore = 0

  constructor(fields: readonly FieldReading[], format: string, zeroDates: ZeroDates) {
    this.#fields = fields
    this.#zeroDates = zeroDates
    this.#isCommon = format !== MYSQL_TEXT
    this.#escapes = this.#isCommon ? COMMON_ESCAPES : MYSQL_ESCAPES
    this.#growth = fields.some(({ spelling }) => spelling.kind === 'geometry') ? TEXT_FOR_GEOMETRY : 2
    this.#used = this.#isCommon ? 0 : HEADER_BYTES
  }

  /** Reserves space for one row packet. @returns the collected rows, when they should be passed on */
  makeRoom(start: number, end: number): WrittenRows | undefined {
    const longest = (end - start) * this.#growth + this.#fields.length * FIELD_EXTRA + HEADER_BYTES
    const full = this.#used + longest > this.#batch.length && this.#rows > 0 ? this.#take() : undefined
    if (longest + HEADER_BYTES > this.#batch.length) this.#batch = Buffer.allocUnsafeSlow(longest + HEADER_BYTES)
    return full
  }

  /** Writes the row packet into the reserved space. @throws ConnectorError; then the row is not part of the output */
  add(bytes: Buffer, start: number, end: number): void {
    const begin = this.#used
    let out = this.#isCommon ? begin + HEADER_BYTES : begin
    let at = start
    const batch = this.#batch
    for (let index = 0; index < this.#fields.length; index++) {
      if (index > 0) batch[out++] = TAB
      const first = bytes[at] as number
      if (first === NULL_VALUE) {
        batch[out++] = BACKSLASH
        batch[out++] = 0x4e
        at++
        continue
      }
      let length = first
      let from = at + 1
      if (first > NULL_VALUE) {
        length = longLength(bytes, at)
        from = at + bytesOfLength(first)
      }
      at = from + length
      // Also where the packet has ended, and there is no length any more.
      if (!(at <= end)) throw new MalformedAnswer()
      out = this.#writeField(this.#fields[index] as FieldReading, bytes, from, at, out)
    }
    if (at !== end) throw new MalformedAnswer()
    batch[out++] = NEWLINE
    if (this.#isCommon) writeFrameHeader(batch, begin, out)
    this.#used = out
    this.#rows++
  }

  /** The remaining rows; `frames` is empty when there are none. */
  finish(): WrittenRows {
    return this.#take()
  }

  #take(): WrittenRows {
    if (!this.#isCommon) writeFrameHeader(this.#batch, 0, this.#used)
    // A separate buffer, because the receiver may free its memory.
    const frames = Buffer.allocUnsafeSlow(this.#rows === 0 ? 0 : this.#used)
    this.#batch.copy(frames, 0, 0, frames.length)
    const rows = this.#rows
    this.#rowsBefore += rows
    this.#rows = 0
    this.#used = this.#isCommon ? 0 : HEADER_BYTES
    if (this.#batch.length > BATCH_BYTES) this.#batch = Buffer.allocUnsafeSlow(BATCH_BYTES)
    return { frames, rows }
  }

  #writeField(field: FieldReading, bytes: Buffer, from: number, to: number, start: number): number {
    const batch = this.#batch
    const { spelling } = field
    let out = start
    switch (spelling.kind) {
      case 'plain':
        return writePlain(batch, out, bytes, from, to)
      case 'proven':
      case 'text': {
        const escapes = this.#escapes
        let at = from
        if (spelling.kind === 'proven' && bytes[at++] !== CAME_THROUGH && this.#zeroDates.writing !== 'raw')
          throw notInUnicode(this.#rowsBefore + this.#rows + 1, field.column, bytes.toString('latin1', at, to))
        for (; at < to; at++) {
          const byte = bytes[at] as number
          const letter = escapes[byte] as number
          if (letter !== 0) {
            batch[out++] = BACKSLASH
            batch[out++] = letter
          } else batch[out++] = byte
        }
        return out
      }
      case 'hex':
        return writeHex(batch, out, bytes, from, to, spelling.prefix)
      case 'bits':
        if (to - from !== (spelling.length + 7) >> 3) throw new MalformedAnswer()
        return writeBits(batch, out, bytes, to, spelling.length)
      case 'float':
        requireNumber(bytes, from, to)
        return writeFloat(batch, out, bytes, from, to)
      case 'float32':
        requireNumber(bytes, from, to)
        return out + batch.write(shortestFloat32(bytes.toString('latin1', from, to)), out, 'latin1')
      case 'geometry':
        return this.#writeGeometry(field.column, bytes, from, to, out)
      default:
        return this.#writeMoment(field.column, spelling, bytes, from, to, out)
    }
  }

  #writeGeometry(column: string, bytes: Buffer, from: number, to: number, out: number): number {
    const text = geometryText(bytes, from, to)
    if (text !== undefined) return out + this.#batch.write(text, out, 'latin1')
    // A rejected row is shown whole.
    if (this.#zeroDates.writing === 'raw') return writeHex(this.#batch, out, bytes, from, to, true)
    throw notAGeometry(this.#rowsBefore + this.#rows + 1, column)
  }

  #writeMoment(
    column: string,
    spelling: FieldSpelling & { kind: 'moment' | 'interval' },
    bytes: Buffer,
    from: number,
    to: number,
    start: number,
  ): number {
    const batch = this.#batch
    let out = start
    const { writing } = this.#zeroDates
    if (to - from < SHORTEST_MOMENTS[spelling.kind]) throw new MalformedAnswer()
    if (spelling.kind === 'moment' && writing !== 'raw' && isZeroDate(bytes, from)) {
      if (this.#zeroDates.isNull(column)) {
        this.#zeroDates.count(column)
        batch[out++] = BACKSLASH
        batch[out++] = 0x4e
        return out
      }
      throw notADate(this.#rowsBefore + this.#rows + 1, column, bytes.toString('latin1', from, to))
    }
    let end = to
    // The point of a fraction is at most seven places before the end.
    for (let at = Math.max(from, to - 7); at < to; at++) {
      if (bytes[at] !== POINT) continue
      while (bytes[end - 1] === ZERO) end--
      if (bytes[end - 1] === POINT) end--
      break
    }
    out = writePlain(batch, out, bytes, from, end)
    if (spelling.kind === 'moment' && spelling.suffix) {
      batch[out++] = 0x2b
      batch[out++] = ZERO
      batch[out++] = ZERO
    }
    return out
  }
}

/** `0000-..`, `....-00-..` and `....-..-00`: invalid dates that only MySQL has. */
const isZeroDate = (bytes: Buffer, at: number) =>
  (bytes[at + 5] === ZERO && bytes[at + 6] === ZERO) ||
  (bytes[at + 8] === ZERO && bytes[at + 9] === ZERO) ||
  (bytes[at] === ZERO && bytes[at + 1] === ZERO && bytes[at + 2] === ZERO && bytes[at + 3] === ZERO)

/** Bytes that would begin another field or row; no number and no time has one. */
const DIVIDING = Uint8Array.from({ length: 256 }, (_, byte) => (byte < SPACE || byte === BACKSLASH ? 1 : 0))

/** Digits and what stands between them. */
function writePlain(batch: Buffer, start: number, bytes: Buffer, from: number, to: number): number {
  let out = start
  let divides = 0
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    divides |= DIVIDING[byte] as number
    batch[out++] = byte
  }
  if (divides !== 0) throw new MalformedAnswer()
  return out
}

/** The bytes that a floating number may have: digits, a point, signs and the letter before its exponent. */
const OF_NUMBERS = Uint8Array.from({ length: 256 }, (_, byte) => (/[\d.e+-]/.test(String.fromCharCode(byte)) ? 1 : 0))

function requireNumber(bytes: Buffer, from: number, to: number): void {
  const last = to > from ? (bytes[to - 1] as number) - ZERO : -1
  if (last < 0 || last > 9) throw new MalformedAnswer()
  let isNumber = 1
  for (let at = from; at < to; at++) isNumber &= OF_NUMBERS[bytes[at] as number] as number
  if (isNumber === 0) throw new MalformedAnswer()
}

function writeHex(batch: Buffer, start: number, bytes: Buffer, from: number, to: number, hasPrefix: boolean): number {
  let out = start
  if (hasPrefix) {
    batch[out++] = BACKSLASH
    batch[out++] = BACKSLASH
    batch[out++] = 0x78
  }
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    batch[out++] = HEX[byte >> 4] as number
    batch[out++] = HEX[byte & 15] as number
  }
  return out
}

/** The last `length` bits of the value that ends at `to`. */
function writeBits(batch: Buffer, start: number, bytes: Buffer, to: number, length: number): number {
  let out = start
  for (let bit = length - 1; bit >= 0; bit--) {
    batch[out++] = ZERO + (((bytes[to - 1 - (bit >> 3)] ?? 0) >> (bit & 7)) & 1)
  }
  return out
}

/** The server writes `1e308`, common text has `1e+308`. */
function writeFloat(batch: Buffer, start: number, bytes: Buffer, from: number, to: number): number {
  let out = start
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    batch[out++] = byte
    if (byte === 0x65 && bytes[at + 1] !== DASH && bytes[at + 1] !== 0x2b) batch[out++] = 0x2b
  }
  return out
}

/** The shortest text that reads back as the same 32 bits. Nine digits always do (IEEE 754, section 5.12.2). */
function shortestFloat32(text: string): string {
  const value = Math.fround(Number(text))
  for (let digits = 1; digits < 9; digits++) {
    const shorter = Number(value.toPrecision(digits))
    if (Math.fround(shorter) === value) return Object.is(shorter, -0) ? '-0' : String(shorter)
  }
  return String(Number(value.toPrecision(9)))
}
