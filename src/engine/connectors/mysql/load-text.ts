import type { FieldChange } from './field-writing.ts'

const HEADER_BYTES = 5
const BATCH_BYTES = 128 * 1024

/** No single row is taken beyond this, so that a broken or hostile source cannot fill our memory; in bytes. */
const LONGEST_ROW = 256 * 1024 * 1024

const TAB = 0x09
const BACKSLASH = 0x5c
const PLUS = 0x2b
const ZERO = 0x30
const LETTER_F = 0x66
const LETTER_V = 0x76

/** Shorter pieces are copied faster byte by byte than by a call. */
const CALL_PAYS_FROM = 48

/** Takes the text of rows out of CopyData messages, as LOAD DATA reads it. */
export interface LoadText {
  /** @returns the text that is ready, in buffers of their own; rows may be cut */
  push(frames: Buffer): readonly Buffer[]
  /** What is left at the end. */
  take(): readonly Buffer[]
}

/** Text that is LOAD DATA's own: only the headers go. */
export class PlainLoadText implements LoadText {
  #header = Buffer.alloc(HEADER_BYTES)
  #headerBytes = 0
  #missing = 0

  push(frames: Buffer): readonly Buffer[] {
    const texts: Buffer[] = []
    let at = 0
    while (at < frames.length) {
      if (this.#missing === 0) {
        const copied = frames.copy(this.#header, this.#headerBytes, at, at + HEADER_BYTES - this.#headerBytes)
        this.#headerBytes += copied
        at += copied
        if (this.#headerBytes < HEADER_BYTES) break
        this.#headerBytes = 0
        this.#missing = this.#header.readInt32BE(1) - 4
      }
      const end = Math.min(at + this.#missing, frames.length)
      this.#missing -= end - at
      const text = Buffer.allocUnsafeSlow(end - at)
      frames.copy(text, 0, at, end)
      texts.push(text)
      at = end
    }
    return texts
  }

  take(): readonly Buffer[] {
    return []
  }
}

/** Common text: one row per message. LOAD DATA takes `\f` and `\v` for letters, and some values are spelled otherwise. */
export class CommonLoadText implements LoadText {
  readonly #changes: readonly FieldChange[]
  /** The first field that is looked at: the first that is spelled otherwise, if that is sooner found from the end of a row. */
  readonly #first: number
  readonly #fieldsFromFirst: number
  #batch = Buffer.allocUnsafeSlow(BATCH_BYTES)
  #used = 0
  /** Of the message that is cut. */
  #header = Buffer.alloc(HEADER_BYTES)
  #headerBytes = 0
  #row: Buffer | undefined
  #rowBytes = 0

  constructor(changes: readonly FieldChange[]) {
    const first = changes.findIndex((change) => change !== 'none')
    const last = changes.findLastIndex((change) => change !== 'none')
    this.#changes = changes.slice(0, last + 1)
    this.#first = changes.length - first < first ? first : 0
    this.#fieldsFromFirst = changes.length - this.#first
  }

  push(frames: Buffer): readonly Buffer[] {
    const texts: Buffer[] = []
    const hasLetters = mayHaveLetters(frames)
    let at = this.#headerBytes > 0 ? this.#gather(frames, 0, texts) : 0
    while (at + HEADER_BYTES <= frames.length) {
      const end = at + 1 + messageLength(frames, at)
      if (end > frames.length) break
      this.#add(frames, at + HEADER_BYTES, end, hasLetters, texts)
      at = end
    }
    if (at < frames.length) this.#gather(frames, at, texts)
    return texts
  }

  take(): readonly Buffer[] {
    if (this.#used === 0) return []
    const text = Buffer.allocUnsafeSlow(this.#used)
    this.#batch.copy(text, 0, 0, this.#used)
    this.#used = 0
    if (this.#batch.length > BATCH_BYTES) this.#batch = Buffer.allocUnsafeSlow(BATCH_BYTES)
    return [text]
  }

  /** Copies what belongs to a message that is cut, because the memory of what was pushed may be taken back. @returns where that ends */
  #gather(frames: Buffer, start: number, texts: Buffer[]): number {
    let at = start
    if (!this.#row) {
      const copied = frames.copy(this.#header, this.#headerBytes, at, at + HEADER_BYTES - this.#headerBytes)
      this.#headerBytes += copied
      at += copied
      if (this.#headerBytes < HEADER_BYTES) return at
      this.#row = Buffer.allocUnsafe(messageLength(this.#header, 0) + 1 - HEADER_BYTES)
      this.#rowBytes = 0
    }
    const copied = frames.copy(this.#row, this.#rowBytes, at)
    this.#rowBytes += copied
    if (this.#rowBytes === this.#row.length) {
      this.#add(this.#row, 0, this.#row.length, mayHaveLetters(this.#row), texts)
      this.#row = undefined
      this.#headerBytes = 0
    }
    return at + copied
  }

  #add(bytes: Buffer, start: number, end: number, hasLetters: boolean, texts: Buffer[]): void {
    const length = end - start
    if (this.#used + length > this.#batch.length) texts.push(...this.take())
    if (length > this.#batch.length) this.#batch = Buffer.allocUnsafeSlow(length)
    this.#used = hasLetters ? this.#addRow(bytes, start, end) : this.#addPlainRow(bytes, start, end)
  }

  /** A row without letters that mean something else: only values that are spelled otherwise are looked at. */
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

/** @param fields how many there are from this one to the end of the row, which is a newline */
function startOfField(bytes: Buffer, start: number, end: number, fields: number): number {
  let at = end - 1
  for (let left = fields; left > 0 && at >= start; left--) {
    at--
    while (at >= start && bytes[at] !== TAB) at--
  }
  return at + 1
}

/** Also where an escaped backslash stands before such a letter. */
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
  // Two backslashes are one, escaped.
  if (!isNull && change === 'hex') first += 3
  if (!isNull && change === 'utc' && bytes[to - 3] === PLUS && bytes[to - 2] === ZERO && bytes[to - 1] === ZERO)
    end -= 3
  for (let at = first; at < end; at++) batch[out++] = bytes[at] as number
  return out
}

function messageLength(bytes: Buffer, at: number): number {
  const length = bytes.readInt32BE(at + 1)
  if (length < 5 || length > LONGEST_ROW) throw new Error('a row without an end')
  return length
}
