import { endOfFrame, HEADER_BYTES } from './frame-header.ts'

/** Maximum size of the memory that is kept for a split frame. */
const KEPT_BYTES = 1024 * 1024

/** Reads the body of a frame, between `start` and `end`, before it returns; a row of text with its newline. */
export type TakeBody = (bytes: Buffer, start: number, end: number) => void

/** Finds whole frames in bytes that are split at any place. Copies no byte of a split frame twice. */
export class FrameWalker {
  readonly #take: TakeBody
  /** The beginning of an incomplete frame; copied, because the memory of the input may be freed. */
  #cut = Buffer.alloc(0)
  #length = 0

  constructor(take: TakeBody) {
    this.#take = take
  }

  /** @throws Error when the bytes cannot be frames, or the error of the reader */
  push(frames: Buffer): void {
    let at = this.#length > 0 ? this.#complete(frames) : 0
    while (at + HEADER_BYTES <= frames.length) {
      const end = endOfFrame(frames, at)
      if (end > frames.length) break
      this.#take(frames, at + HEADER_BYTES, end)
      at = end
    }
    if (at < frames.length) this.#keep(frames, at, frames.length)
  }

  /** @returns the start of the first frame that is not a continuation */
  #complete(frames: Buffer): number {
    let at = this.#keep(frames, 0, HEADER_BYTES - this.#length)
    if (this.#length < HEADER_BYTES) return at
    const length = endOfFrame(this.#cut, 0)
    at = this.#keep(frames, at, at + length - this.#length)
    if (this.#length < length) return at
    this.#length = 0
    this.#take(this.#cut, HEADER_BYTES, length)
    if (this.#cut.length > KEPT_BYTES) this.#cut = Buffer.alloc(0)
    return at
  }

  /** Copies the available part of the split frame. @returns the start of the rest */
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
