const HEADER_BYTES = 5
/** No single row is taken beyond this, so that a broken or hostile source cannot fill our memory; in bytes. */
const LONGEST_ROW = 256 * 1024 * 1024
/** Memory for a cut row is kept up to here. */
const KEPT_BYTES = 1024 * 1024

/** Takes the fields of a row, which stand between `start` and `end`, before it returns. */
export type TakeRow = (bytes: Buffer, start: number, end: number) => void

/** Finds whole rows in CopyData messages that are cut anywhere. Of a row that is cut, no byte is copied twice. */
export class FrameRows {
  readonly #take: TakeRow
  /** The beginning of a row whose end has not come. */
  #cut = Buffer.alloc(0)
  #length = 0

  constructor(take: TakeRow) {
    this.#take = take
  }

  /** @throws Error when the bytes cannot be rows */
  push(frames: Buffer): void {
    let at = this.#length > 0 ? this.#complete(frames) : 0
    while (at + HEADER_BYTES <= frames.length) {
      const end = at + lengthAt(frames, at)
      if (end > frames.length) break
      this.#take(frames, at + HEADER_BYTES, end - 1)
      at = end
    }
    if (at < frames.length) this.#keep(frames, at, frames.length)
  }

  /** @returns where the first row begins that was not cut before */
  #complete(frames: Buffer): number {
    let at = this.#keep(frames, 0, HEADER_BYTES - this.#length)
    if (this.#length < HEADER_BYTES) return at
    const length = lengthAt(this.#cut, 0)
    at = this.#keep(frames, at, at + length - this.#length)
    if (this.#length < length) return at
    this.#take(this.#cut, HEADER_BYTES, length - 1)
    this.#length = 0
    if (this.#cut.length > KEPT_BYTES) this.#cut = Buffer.alloc(0)
    return at
  }

  /** Copies what belongs to the row that is cut, as far as it is there. @returns where the rest begins */
  #keep(frames: Buffer, start: number, end: number): number {
    if (start >= end) return start
    const stop = Math.min(end, frames.length)
    const needed = this.#length + stop - start
    if (needed > this.#cut.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#cut.length * 2))
      this.#cut.copy(larger, 0, 0, this.#length)
      this.#cut = larger
    }
    this.#length += frames.copy(this.#cut, this.#length, start, stop)
    return stop
  }
}

/** @returns the bytes of a message, its header included */
function lengthAt(bytes: Buffer, at: number): number {
  const length = bytes.readInt32BE(at + 1)
  if (length < 4 || length > LONGEST_ROW) throw new Error('a row without an end')
  return length + 1
}
