import { HEADER_BYTES, writeFrameHeader } from '../../../formats/frames/frame-header.ts'
import { type ColumnType, FLOAT_BYTES, INTEGER_BYTES } from '../driver/column-type.ts'
import { bytesOfLength, LONG_LENGTH, longLength } from '../driver/length-encoded.ts'
import { MalformedAnswer } from '../driver/malformed-answer.ts'
import { type BinaryField, checkWireType } from './binary-field.ts'
import { writeInt16, writeInt32 } from './binary-values.ts'
import { TEXT_FOR_GEOMETRY } from './geometry-text.ts'
import type { WrittenRows } from './row-writer.ts'
import { AS_NULL, type ValueWriter, valueWriter } from './value-writer.ts'
import type { ZeroDates } from './zero-dates.ts'

/** Number of bytes that are collected before they are passed on. */
const BATCH_BYTES = 64 * 1024

/** The most bytes that one field adds to its input: an interval has twenty bytes instead of one. */
const FIELD_EXTRA = 24

/** Sent before the rows; neither flags nor an extension. A row of -1 fields follows after them. */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER_FIELDS = -1

/** A row begins with a zero and a bit for each NULL; the first two bits have no meaning. */
const NULL_BITS_FROM = 2
const ROW = 0x00

/**
 * Writes the rows that a MySQL server sends for a prepared statement as rows of Postgres's binary COPY: neither side needs the text, and
 * no value is created here.
 */
export class BinaryRowWriter {
  readonly #fields: readonly BinaryField[]
  readonly #zeroDates: ZeroDates
  readonly #writers: ValueWriter[] = []
  /** In bytes, by field; 0 if the length precedes the value. */
  readonly #sizes: number[] = []
  /** The most bytes that are written for one that is read. */
  readonly #growth: number
  #batch = Buffer.allocUnsafeSlow(BATCH_BYTES)
  #used = HEADER_BYTES
  #rows = 0
  #rowsBefore = 0

  constructor(fields: readonly BinaryField[], zeroDates: ZeroDates) {
    this.#fields = fields
    this.#growth = fields.some(({ conversion }) => conversion === 'geometry') ? TEXT_FOR_GEOMETRY : 1
    this.#zeroDates = zeroDates
    this.#used += SIGNATURE.copy(this.#batch, HEADER_BYTES)
  }

  /** Receives the server's description of the next column; all of them arrive before the first row. @throws ConnectorError */
  expect(column: ColumnType): void {
    const field = this.#fields[this.#writers.length]
    if (!field) throw new MalformedAnswer()
    checkWireType(field, column)
    this.#writers.push(valueWriter(field, column, this.#zeroDates, () => this.#rowsBefore + this.#rows + 1))
    this.#sizes.push(INTEGER_BYTES[column.type] ?? FLOAT_BYTES[column.type] ?? 0)
  }

  /** Reserves space for one row packet. @returns the collected rows, when they should be passed on */
  makeRoom(start: number, end: number): WrittenRows | undefined {
    const longest = (end - start) * this.#growth + this.#writers.length * FIELD_EXTRA + HEADER_BYTES
    const full = this.#used + longest > this.#batch.length && this.#rows > 0 ? this.#take() : undefined
    if (this.#used + longest > this.#batch.length) this.#grow(this.#used + longest)
    return full
  }

  /** Writes the row packet into the reserved space. @throws ConnectorError */
  add(bytes: Buffer, start: number, end: number): void {
    const writers = this.#writers
    const sizes = this.#sizes
    const count = writers.length
    const batch = this.#batch
    const nulls = start + 1
    let at = nulls + ((count + NULL_BITS_FROM + 7) >> 3)
    if (bytes[start] !== ROW || count !== this.#fields.length || at > end) throw new MalformedAnswer()
    let out = writeInt16(batch, this.#used, count)
    for (let index = 0; index < count; index++) {
      const bit = index + NULL_BITS_FROM
      if (((bytes[nulls + (bit >> 3)] as number) >> (bit & 7)) & 1) {
        out = writeInt32(batch, out, -1)
        continue
      }
      let from = at
      let length = sizes[index] as number
      if (length === 0) {
        const first = bytes[at] as number
        length = first < LONG_LENGTH ? first : longLength(bytes, at)
        from = at + bytesOfLength(first)
      }
      at = from + length
      // Also where the packet has ended, and there is no length any more.
      if (!(at <= end)) throw new MalformedAnswer()
      const next = (writers[index] as ValueWriter)(batch, out + 4, bytes, from, at)
      if (next === AS_NULL) {
        out = writeInt32(batch, out, -1)
        continue
      }
      writeInt32(batch, out, next - out - 4)
      out = next
    }
    if (at !== end) throw new MalformedAnswer()
    this.#used = out
    this.#rows++
  }

  /** The remaining rows, and the end of the rows. */
  finish(): WrittenRows {
    if (this.#used + 2 > this.#batch.length) this.#grow(this.#used + 2)
    this.#used = writeInt16(this.#batch, this.#used, TRAILER_FIELDS)
    return this.#take()
  }

  #take(): WrittenRows {
    const batch = this.#batch
    writeFrameHeader(batch, 0, this.#used)
    // A separate buffer, because the receiver may free its memory.
    const frames = Buffer.allocUnsafeSlow(this.#used)
    batch.copy(frames, 0, 0, this.#used)
    const rows = this.#rows
    this.#rowsBefore += rows
    this.#rows = 0
    this.#used = HEADER_BYTES
    if (batch.length > BATCH_BYTES) this.#batch = Buffer.allocUnsafeSlow(BATCH_BYTES)
    return { frames, rows }
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(length)
    this.#batch.copy(larger, 0, 0, this.#used)
    this.#batch = larger
  }
}
