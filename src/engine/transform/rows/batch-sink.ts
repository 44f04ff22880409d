import { endOfFrame, HEADER_BYTES } from '../../formats/frames/frame-header.ts'
import { releaseMemory } from '../../formats/release-memory.ts'
import type { RowSink } from '../../ports/source.ts'

/** Whole rows of common text. */
export interface Batch {
  /** One CopyData message for each row. */
  readonly frames: Buffer
  readonly rows: number
  /** Number of rows in the earlier batches. */
  readonly before: number
}

interface BatchOptions {
  /** Number of bytes per batch; one batch is processed while the next is collected. */
  readonly bytes: number
  /** The maximum number of rows; by default all. */
  readonly limit?: number | undefined
}

/** Collects rows of common text, up to its limit, and passes them on in batches, one at a time. */
export class BatchSink implements RowSink {
  readonly #work: (batch: Batch) => Promise<void>
  readonly #most: number
  readonly #failure = new AbortController()
  readonly #enough = new AbortController()
  readonly #bytes: number
  #frames: Buffer
  #length = 0
  /** The end of the complete rows, and their number. */
  #whole = 0
  #rows = 0
  #before = 0
  #working: Promise<void> | undefined

  constructor(work: (batch: Batch) => Promise<void>, { bytes, limit = Number.POSITIVE_INFINITY }: BatchOptions) {
    this.#work = work
    this.#bytes = bytes
    this.#most = limit
    this.#frames = Buffer.allocUnsafe(bytes)
  }

  /** Aborted, with the error, when the processing of a batch has failed. */
  get failure(): AbortSignal {
    return this.#failure.signal
  }

  /** Aborted when further rows are not needed; they are ignored. */
  get enough(): AbortSignal {
    return this.#enough.signal
  }

  /** The processing needs no more rows. */
  stop(): void {
    this.#enough.abort()
    this.#rows = 0
  }

  write(frames: Buffer): boolean {
    // Never reports backpressure: a source that waits could not be stopped.
    if (this.enough.aborted) return true
    this.#makeRoom(frames.length)
    this.#length += frames.copy(this.#frames, this.#length)
    releaseMemory(frames)
    this.#countRows()
    if (this.#length < this.#bytes) return true
    if (this.#working !== undefined) return false
    this.#start()
    return true
  }

  async drained(): Promise<void> {
    await this.#working
    if (this.#length >= this.#bytes && !this.failure.aborted) this.#start()
  }

  /** All rows were written, or the source was cut, perhaps within a row. @returns their number. @throws the error of the processing */
  async end({ isCut = false } = {}): Promise<number> {
    await this.#working
    if (!this.failure.aborted) this.#start()
    await this.#working
    this.failure.throwIfAborted()
    if (this.#length > 0 && !this.enough.aborted && !isCut) throw new Error('the last row has no end')
    return this.#before
  }

  /** Settles when no processing is running. */
  async settled(): Promise<void> {
    await this.#working
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#frames.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#frames.length * 2))
    this.#frames.copy(larger, 0, 0, this.#length)
    this.#frames = larger
  }

  #countRows(): void {
    while (this.#whole + HEADER_BYTES <= this.#length) {
      if (this.#before + this.#rows === this.#most) {
        this.#enough.abort()
        return
      }
      const end = endOfFrame(this.#frames, this.#whole)
      if (end > this.#length) return
      this.#whole = end
      this.#rows++
    }
  }

  /** Processes the complete rows; the beginning of the next one stays. */
  #start(): void {
    if (this.#rows === 0) return
    const batch = { frames: this.#frames.subarray(0, this.#whole), rows: this.#rows, before: this.#before }
    const next = Buffer.allocUnsafe(Math.max(this.#bytes, this.#length - this.#whole))
    this.#length = this.#frames.copy(next, 0, this.#whole, this.#length)
    this.#whole = 0
    this.#before += this.#rows
    this.#rows = 0
    const worked = this.#frames
    this.#frames = next
    this.#working = this.#work(batch).then(
      () => {
        releaseMemory(worked)
        this.#working = undefined
      },
      (error: unknown) => {
        this.#working = undefined
        this.#failure.abort(error)
      },
    )
  }
}
