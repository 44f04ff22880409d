import { releaseMemory } from '../release-memory.ts'

const LEAST_BYTES = 1024

/** A page that one large value has made larger than this releases its memory; in bytes. */
const KEPT_BYTES = 16 * 1024 * 1024

/** The values of one column of a row group. Its memory is reused for the next group. */
export class ValuePage {
  /** The existing values, up to `length`; writers append theirs. */
  bytes: Buffer = Buffer.allocUnsafe(LEAST_BYTES)
  view = viewOf(this.bytes)
  length = 0
  #rows = 0
  /** One byte per row: whether it has a value. */
  #present: Buffer = Buffer.allocUnsafe(LEAST_BYTES)

  get rows(): number {
    return this.#rows
  }

  /** Reserves space for this many bytes. @returns its start */
  room(bytes: number): number {
    const needed = this.length + bytes
    if (needed > this.bytes.length) {
      this.bytes = grown(this.bytes, needed)
      this.view = viewOf(this.bytes)
    }
    return this.length
  }

  /** @param value a safe integer */
  putInt64(value: number): void {
    const at = this.room(8)
    this.view.setInt32(at, value | 0, true)
    this.view.setInt32(at + 4, Math.floor(value / 2 ** 32), true)
    this.length = at + 8
  }

  putBigInt64(value: bigint): void {
    const at = this.room(8)
    this.view.setBigInt64(at, value, true)
    this.length = at + 8
  }

  /** Ends a row, whose value was written or is NULL. */
  endRow(hasValue: boolean): void {
    if (this.#rows === this.#present.length) this.#present = grown(this.#present, this.#rows + 1)
    this.#present[this.#rows++] = hasValue ? 1 : 0
  }

  /** One bit per row, in bytes. */
  presence(): Buffer {
    return packBits(this.#present, this.#rows)
  }

  clear(): void {
    this.length = 0
    this.#rows = 0
    if (this.bytes.length <= KEPT_BYTES) return
    this.bytes = Buffer.allocUnsafe(LEAST_BYTES)
    this.view = viewOf(this.bytes)
  }
}

/** @param bytes each 0 or 1. @returns them as bits, lowest bit first */
export function packBits(bytes: Uint8Array, count: number): Buffer {
  const packed = Buffer.alloc(Math.ceil(count / 8))
  for (let at = 0; at < count; at++) packed[at >> 3] = (packed[at >> 3] as number) | ((bytes[at] as number) << (at & 7))
  return packed
}

function grown(bytes: Buffer, needed: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(needed, bytes.length * 2))
  bytes.copy(larger)
  releaseMemory(bytes)
  return larger
}

const viewOf = ({ buffer, byteOffset, length }: Buffer) => new DataView(buffer, byteOffset, length)
