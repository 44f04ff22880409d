import { MalformedAnswer } from './malformed-answer.ts'

const HEADER_BYTES = 4

/** A payload of exactly this length continues in the next packet. Source: MySQL, "Protocol Basics", "Sending More Than 16Mb". */
const FULL_PACKET = 0xffffff

/** Maximum size of a single row in bytes, so that a broken or hostile server cannot fill our memory. */
const LONGEST_PAYLOAD = 256 * 1024 * 1024

/** The same for anything but a row: an end, an error, the description of a column. */
const LONGEST_CONTROL_PAYLOAD = 1 << 20

/** Receives one payload; its bytes are valid only during the call. */
export type OnPacket = (bytes: Buffer, start: number, end: number, sequence: number) => void

/** Finds the packets in the received chunks, and copies only packets that are split across chunks. */
export class PacketReader {
  readonly #onPacket: OnPacket
  readonly #isAtRows: () => boolean
  readonly #header = Buffer.alloc(HEADER_BYTES)
  #headerBytes = 0
  #body: Buffer | undefined
  #bodyBytes = 0
  /** The full packets of a payload that continues. */
  #parts: Buffer[] = []
  #partBytes = 0

  /** @param isAtRows whether the next packet may be a row, which may be much longer than anything else */
  constructor(onPacket: OnPacket, isAtRows: () => boolean = () => true) {
    this.#onPacket = onPacket
    this.#isAtRows = isAtRows
  }

  /** Whether the last payload is complete. */
  get isBetweenPackets(): boolean {
    return this.#headerBytes === 0 && this.#parts.length === 0
  }

  /** @throws MalformedAnswer when the payload is too large */
  read(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#headerBytes === 0 && at + HEADER_BYTES <= chunk.length && this.#parts.length === 0) {
        const length = chunk.readUIntLE(at, 3)
        const end = at + HEADER_BYTES + length
        if (length < FULL_PACKET && end <= chunk.length) {
          this.#onPacket(chunk, at + HEADER_BYTES, end, chunk[at + 3] ?? 0)
          at = end
          continue
        }
      }
      at = this.#gather(chunk, at)
    }
  }

  #gather(chunk: Buffer, start: number): number {
    let at = start
    if (!this.#body) {
      const copied = chunk.copy(this.#header, this.#headerBytes, at, at + HEADER_BYTES - this.#headerBytes)
      this.#headerBytes += copied
      at += copied
      if (this.#headerBytes < HEADER_BYTES) return at
      const length = this.#header.readUIntLE(0, 3)
      const longest = this.#isAtRows() ? LONGEST_PAYLOAD : LONGEST_CONTROL_PAYLOAD
      if (this.#partBytes + length > longest) throw new MalformedAnswer()
      this.#body = Buffer.allocUnsafeSlow(length)
      this.#bodyBytes = 0
    }
    const copied = chunk.copy(this.#body, this.#bodyBytes, at)
    this.#bodyBytes += copied
    if (this.#bodyBytes === this.#body.length) this.#complete(this.#body)
    return at + copied
  }

  #complete(body: Buffer): void {
    this.#body = undefined
    this.#headerBytes = 0
    if (body.length === FULL_PACKET || this.#parts.length > 0) {
      this.#parts.push(body)
      this.#partBytes += body.length
      if (body.length === FULL_PACKET) return
    }
    const payload = this.#parts.length > 0 ? Buffer.concat(this.#parts) : body
    this.#parts = []
    this.#partBytes = 0
    this.#onPacket(payload, 0, payload.length, this.#header[3] ?? 0)
  }
}
