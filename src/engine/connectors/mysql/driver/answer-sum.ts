import { createHash } from 'node:crypto'

/** Of the packet that ends an answer, with its header; it also says how long the statement took. */
const END_BYTES = 9

/** Sums everything that a server answers to a statement: the descriptions of the columns, and the rows in their order. */
export class AnswerSum {
  readonly #hash = createHash('sha256')
  #bytes = 0
  /** The last bytes so far, which may be those of the end. */
  #rest = Buffer.alloc(0)

  write(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (chunk.length < END_BYTES) {
      const rest = Buffer.concat([this.#rest, chunk])
      const ready = Math.max(rest.length - END_BYTES, 0)
      this.#hash.update(rest.subarray(0, ready))
      this.#rest = rest.subarray(ready)
      return
    }
    const ready = chunk.length - END_BYTES
    this.#hash.update(this.#rest).update(chunk.subarray(0, ready))
    // A copy, because the memory of the chunk is freed.
    this.#rest = Buffer.from(chunk.subarray(ready))
  }

  /** Of a complete answer: equal for equal rows. */
  get text(): string {
    return `${this.#bytes}:${this.#hash.copy().digest('base64url')}`
  }
}
