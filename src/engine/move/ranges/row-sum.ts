import { createHash } from 'node:crypto'

import type { RowSink } from '../../ports/source.ts'

/** Sums rows on their way: by their number, their bytes and a hash of all bytes in their order, because nothing else compares their values later. */
export class RowSum implements RowSink {
  readonly #sink: RowSink | undefined
  #rows = 0
  #bytes = 0
  readonly #hash = createHash('sha256')

  /** @param sink absent: the rows are only summed */
  constructor(sink?: RowSink) {
    this.#sink = sink
  }

  write(frames: Buffer, rows: number): boolean {
    this.#rows += rows
    this.#bytes += frames.length
    this.#hash.update(frames)
    return this.#sink?.write(frames, rows) ?? true
  }

  async drained(): Promise<void> {
    await this.#sink?.drained()
  }

  /** Equal for equal rows in the same order. */
  get text(): string {
    return `${this.#rows} ${this.#bytes} ${this.#hash.copy().digest('base64url')}`
  }
}
