import type { FieldChange } from './field-writing.ts'

const HEADER_BYTES = 5
const BATCH_BYTES = 128 * 1024

/** No single row is taken beyond this, so that a broken or hostile source cannot fill our memory; in bytes. */
const LONGEST_ROW = 256 * 1024 * 1024

const TAB = 0x09
const NEWLINE = 0x0a
const BACKSLASH = 0x5c

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
  #batch = Buffer.allocUnsafeSlow(BATCH_BYTES)
  #used = 0
  /** The pieces of a row that is cut, and how many bytes they are and must be. */
  #pieces: Buffer[] = []
  #pieceBytes = 0

  constructor(changes: readonly FieldChange[]) {
    this.#changes = changes
  }

  push(frames: Buffer): readonly Buffer[] {
    const texts: Buffer[] = []
    const bytes = this.#joined(frames)
    if (!bytes) return texts
    let at = 0
    while (at + HEADER_BYTES <= bytes.length) {
      const end = at + 1 + messageLength(bytes, at)
      if (end > bytes.length) break
      const length = end - at - HEADER_BYTES
      if (this.#used + length > this.#batch.length) texts.push(...this.take())
      if (length > this.#batch.length) this.#batch = Buffer.allocUnsafeSlow(length)
      this.#addRow(bytes, at + HEADER_BYTES, end - 1)
      at = end
    }
    // Copied, because the memory of what was pushed may be taken back.
    if (at < bytes.length) {
      this.#pieces = [Buffer.from(bytes.subarray(at))]
      this.#pieceBytes = bytes.length - at
    }
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

  /** The rest of the last call and this one's bytes, once the row that is cut is whole. */
  #joined(frames: Buffer): Buffer | undefined {
    if (this.#pieces.length === 0) return frames
    const [first] = this.#pieces
    const needed = first && first.length >= HEADER_BYTES ? 1 + messageLength(first, 0) : 0
    this.#pieceBytes += frames.length
    if (this.#pieceBytes < needed) {
      this.#pieces.push(Buffer.from(frames))
      return undefined
    }
    const joined = Buffer.concat([...this.#pieces, frames])
    this.#pieces = []
    this.#pieceBytes = 0
    return joined
  }

  #addRow(bytes: Buffer, start: number, end: number): void {
    const batch = this.#batch
    const changes = this.#changes
    let out = this.#used
    let at = start
    for (let index = 0; index < changes.length; index++) {
      if (index > 0) {
        batch[out++] = TAB
        at++
      }
      const change = changes[index]
      if (change !== 'none') {
        let stop = at
        while (stop < end && bytes[stop] !== TAB) stop++
        out = writeChanged(change as FieldChange, bytes, at, stop, batch, out)
        at = stop
        continue
      }
      for (; at < end; at++) {
        const byte = bytes[at] as number
        if (byte === TAB) break
        if (byte !== BACKSLASH) {
          batch[out++] = byte
          continue
        }
        const letter = bytes[++at] as number
        if (letter === 0x66) batch[out++] = 0x0c
        else if (letter === 0x76) batch[out++] = 0x0b
        else {
          batch[out++] = BACKSLASH
          batch[out++] = letter
        }
      }
    }
    batch[out++] = NEWLINE
    this.#used = out
  }
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
  if (!isNull && change === 'utc' && bytes.toString('latin1', to - 3, to) === '+00') end -= 3
  for (let at = first; at < end; at++) batch[out++] = bytes[at] as number
  return out
}

function messageLength(bytes: Buffer, at: number): number {
  const length = bytes.readInt32BE(at + 1)
  if (length < 5 || length > LONGEST_ROW) throw new Error('a row without an end')
  return length
}
