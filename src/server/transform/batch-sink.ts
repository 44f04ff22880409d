import type { RowSink } from '../connectors/source.ts'

const HEADER_BYTES = 5

/** How much is gathered before it is worked on, in bytes; one batch is worked on while the next gathers. */
const BATCH_BYTES = 2 * 1024 * 1024

/** Whole rows, each but the last ended by a newline. */
export interface Batch {
  readonly lines: Uint8Array
  readonly rows: number
  /** Rows in the batches before it. */
  readonly before: number
}

/** Gathers rows of common text and hands them on in large batches, one at a time. */
export class BatchSink implements RowSink {
  readonly #work: (batch: Batch) => Promise<void>
  readonly #failure = new AbortController()
  #lines = Buffer.allocUnsafe(BATCH_BYTES)
  #length = 0
  /** Rows that are whole. */
  #rows = 0
  #before = 0
  /** The header of a row that was cut inside of it. */
  #header = Buffer.alloc(HEADER_BYTES)
  #headerBytes = 0
  /** Bytes of the current row still to come. */
  #missing = 0
  #working: Promise<void> | undefined

  constructor(work: (batch: Batch) => Promise<void>) {
    this.#work = work
  }

  /** Aborted, with the error, when the work on a batch has failed. */
  get failure(): AbortSignal {
    return this.#failure.signal
  }

  write(frames: Buffer): boolean {
    let at = 0
    while (at < frames.length) at = this.#missing > 0 ? this.#readBody(frames, at) : this.#readHeader(frames, at)
    if (this.#length < BATCH_BYTES) return true
    if (this.#working !== undefined) return false
    this.#start()
    return true
  }

  async drained(): Promise<void> {
    await this.#working
    if (this.#length >= BATCH_BYTES && !this.failure.aborted) this.#start()
  }

  /** All rows were written. @returns how many. @throws what the work threw */
  async end(): Promise<number> {
    await this.#working
    if (this.#rows > 0 && !this.failure.aborted) this.#start()
    await this.#working
    this.failure.throwIfAborted()
    if (this.#missing > 0 || this.#headerBytes > 0) throw new Error('the last row has no end')
    return this.#before
  }

  /** Settles when nothing is under way any more. */
  async settled(): Promise<void> {
    await this.#working
  }

  #readHeader(frames: Buffer, at: number): number {
    const end = Math.min(frames.length, at + HEADER_BYTES - this.#headerBytes)
    this.#headerBytes += frames.copy(this.#header, this.#headerBytes, at, end)
    if (this.#headerBytes === HEADER_BYTES) {
      this.#headerBytes = 0
      this.#missing = this.#header.readInt32BE(1) - 4
    }
    return end
  }

  #readBody(frames: Buffer, at: number): number {
    const end = Math.min(frames.length, at + this.#missing)
    this.#makeRoom(end - at)
    this.#length += frames.copy(this.#lines, this.#length, at, end)
    this.#missing -= end - at
    if (this.#missing === 0) this.#rows++
    return end
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#lines.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#lines.length * 2))
    this.#lines.copy(larger, 0, 0, this.#length)
    this.#lines = larger
  }

  /** Works on the rows that are whole; the beginning of the next one stays. */
  #start(): void {
    const whole = this.#missing === 0 ? this.#length : this.#lines.lastIndexOf(NEWLINE, this.#length - 1) + 1
    if (whole === 0) return
    const batch = { lines: this.#lines.subarray(0, whole - 1), rows: this.#rows, before: this.#before }
    const next = Buffer.allocUnsafe(Math.max(BATCH_BYTES, this.#length - whole))
    this.#length = this.#lines.copy(next, 0, whole, this.#length)
    this.#lines = next
    this.#before += this.#rows
    this.#rows = 0
    this.#working = this.#work(batch).then(
      () => {
        this.#working = undefined
      },
      (error: unknown) => {
        this.#working = undefined
        this.#failure.abort(error)
      },
    )
  }
}

const NEWLINE = 0x0a
