import { FrameWalker } from '../../../formats/frames/frame-walker.ts'
import type { FieldChange } from './field-writing.ts'

const BATCH_BYTES = 128 * 1024

const TAB = 0x09
const BACKSLASH = 0x5c
const PLUS = 0x2b
const MINUS = 0x2d
const ZERO = 0x30
const LETTER_F = 0x66
const LETTER_V = 0x76

/** Of the shortest text of the largest number of 32 bits; the last digit is rounded up. */
const LARGEST_FLOAT = Buffer.from('3.4028235e')
const LAST_DIGIT = LARGEST_FLOAT.length - 2
const FOUR = 0x34

/** Shorter pieces are copied faster byte by byte than with a call. */
const CALL_PAYS_FROM = 48

/** Extracts the text of rows from CopyData messages, as LOAD DATA reads it. */
export interface LoadText {
  /** @returns the finished text, in separate buffers; a buffer may have several rows */
  push(frames: Buffer): readonly Buffer[]
  /** The remaining text at the end. */
  take(): readonly Buffer[]
}

/** Text in LOAD DATA's own format: only the headers are removed. */
export class PlainLoadText implements LoadText {
  #texts: Buffer[] = []
  readonly #frames = new FrameWalker((bytes, start, end) => {
    const text = Buffer.allocUnsafeSlow(end - start)
    bytes.copy(text, 0, start, end)
    this.#texts.push(text)
  })

  push(frames: Buffer): readonly Buffer[] {
    this.#texts = []
    this.#frames.push(frames)
    return this.#texts
  }

  take(): readonly Buffer[] {
    return []
  }
}

/** Common text: one row per message. LOAD DATA reads `\f` and `\v` as letters, and some values have another notation. */
export class CommonLoadText implements LoadText {
  readonly #changes: readonly FieldChange[]
  /** The first checked field: the first one with another notation, if it is found faster from the end of a row. */
  readonly #first: number
  readonly #fieldsFromFirst: number
  #batch = Buffer.allocUnsafeSlow(BATCH_BYTES)
  #used = 0
  readonly #frames = new FrameWalker((bytes, start, end) => this.#row(bytes, start, end))
  /** The current input, and the finished output. */
  #pushed: Buffer | undefined
  #hasLetters = false
  #texts: Buffer[] = []

  constructor(changes: readonly FieldChange[]) {
    const first = changes.findIndex((change) => change !== 'none')
    const last = changes.findLastIndex((change) => change !== 'none')
    this.#changes = changes.slice(0, last + 1)
    this.#first = changes.length - first < first ? first : 0
    this.#fieldsFromFirst = changes.length - this.#first
  }

  push(frames: Buffer): readonly Buffer[] {
    this.#texts = []
    this.#pushed = frames
    this.#hasLetters = mayHaveLetters(frames)
    this.#frames.push(frames)
    return this.#texts
  }

  take(): readonly Buffer[] {
    if (this.#used === 0) return []
    const text = Buffer.allocUnsafeSlow(this.#used)
    this.#batch.copy(text, 0, 0, this.#used)
    this.#used = 0
    if (this.#batch.length > BATCH_BYTES) this.#batch = Buffer.allocUnsafeSlow(BATCH_BYTES)
    return [text]
  }

  #row(bytes: Buffer, start: number, end: number): void {
    // Part of the escapes of a split row are in the previous chunk.
    const hasLetters = bytes === this.#pushed ? this.#hasLetters : mayHaveLetters(bytes.subarray(start, end))
    const length = end - start
    if (this.#used + length > this.#batch.length) this.#texts.push(...this.take())
    if (length > this.#batch.length) this.#batch = Buffer.allocUnsafeSlow(length)
    this.#used = hasLetters ? this.#addRow(bytes, start, end) : this.#addPlainRow(bytes, start, end)
  }

  /** A row without special escapes: only values with another notation are checked. */
  #addPlainRow(bytes: Buffer, start: number, end: number): number {
    const batch = this.#batch
    let out = this.#used
    let copiedTo = start
    let at = this.#first === 0 ? start : startOfField(bytes, start, end, this.#fieldsFromFirst)
    for (let index = this.#first; index < this.#changes.length; index++) {
      const change = this.#changes[index]
      const from = at
      while (bytes[at] !== TAB && at < end - 1) at++
      if (change && change !== 'none') {
        out = copy(batch, out, bytes, copiedTo, from)
        out = writeChanged(change, bytes, from, at, batch, out)
        copiedTo = at
      }
      at++
    }
    return copy(batch, out, bytes, copiedTo, end)
  }

  #addRow(bytes: Buffer, start: number, end: number): number {
    const batch = this.#batch
    let out = this.#used
    let index = 0
    let at = start
    while (at < end) {
      const change = this.#changes[index++] ?? 'none'
      if (change !== 'none') {
        let stop = at
        while (bytes[stop] !== TAB && stop < end - 1) stop++
        out = writeChanged(change, bytes, at, stop, batch, out)
        at = stop
      }
      let byte = -1
      while (at < end && byte !== TAB) {
        byte = bytes[at++] as number
        if (byte !== BACKSLASH) {
          batch[out++] = byte
          continue
        }
        const letter = bytes[at++] as number
        if (letter === LETTER_F) batch[out++] = 0x0c
        else if (letter === LETTER_V) batch[out++] = 0x0b
        else {
          batch[out++] = BACKSLASH
          batch[out++] = letter
        }
      }
    }
    return out
  }
}

/** @param fields number of fields from this one to the end of the row, which is a newline */
function startOfField(bytes: Buffer, start: number, end: number, fields: number): number {
  let at = end - 1
  for (let left = fields; left > 0 && at >= start; left--) {
    at--
    while (at >= start && bytes[at] !== TAB) at--
  }
  return at + 1
}

/** Also if an escaped backslash precedes such a letter. */
const mayHaveLetters = (bytes: Buffer) => bytes.includes('\\f', 0, 'latin1') || bytes.includes('\\v', 0, 'latin1')

function copy(batch: Buffer, start: number, bytes: Buffer, from: number, to: number): number {
  if (to - from >= CALL_PAYS_FROM) return start + bytes.copy(batch, start, from, to)
  let out = start
  for (let at = from; at < to; at++) batch[out++] = bytes[at] as number
  return out
}

function writeChanged(
  change: FieldChange,
  bytes: Buffer,
  from: number,
  to: number,
  batch: Buffer,
  start: number,
): number {
  let out = start
  let first = from
  let end = to
  const isNull = to - from === 2 && bytes[from] === BACKSLASH
  if (!isNull && change === 'boolean') {
    batch[out++] = bytes[from] === 0x74 ? 0x31 : 0x30
    return out
  }
  // Two backslashes are one escaped backslash.
  if (!isNull && change === 'hex') first += 3
  if (!isNull && change === 'utc' && bytes[to - 3] === PLUS && bytes[to - 2] === ZERO && bytes[to - 1] === ZERO)
    end -= 3
  for (let at = first; at < end; at++) batch[out++] = bytes[at] as number
  if (change === 'float') roundDown(batch, start, out)
  return out
}

/** Changes the text of the largest float into a smaller one that is nearest to the same float. */
function roundDown(batch: Buffer, start: number, end: number): void {
  const digits = batch[start] === MINUS ? start + 1 : start
  if (end - digits < LARGEST_FLOAT.length + 2 || batch.toString('latin1', end - 2, end) !== '38') return
  if (batch.compare(LARGEST_FLOAT, 0, LARGEST_FLOAT.length, digits, digits + LARGEST_FLOAT.length) !== 0) return
  batch[digits + LAST_DIGIT] = FOUR
}
