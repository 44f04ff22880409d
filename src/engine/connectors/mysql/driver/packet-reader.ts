import { type RowTooLarge, refusedRowMemory } from '../../../formats/row-memory.ts'
import { MalformedAnswer } from './malformed-answer.ts'

const HEADER_BYTES = 4

/** A payload of exactly this length continues in the next packet. Source: MySQL, "Protocol Basics", "Sending More Than 16Mb". */
const FULL_PACKET = 0xffffff

/** So that a broken or hostile server cannot fill our memory; for anything but a row: an end, an error, the description of a column. */
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
  readonly #onTooLarge: ((error: RowTooLarge) => void) | undefined
  /** Of a payload that is too large: the rest of its packet, and whether another packet follows. */
  #missing = 0
  #isDropping = false

  /**
   * @param isAtRows whether the next packet may be a row, which may be much longer than anything else
   * @param onTooLarge called for a row that is larger than it may be, which is dropped. Absent: it is thrown
   */
  constructor(
    onPacket: OnPacket,
    isAtRows: () => boolean = () => true,
    onTooLarge?: ((error: RowTooLarge) => void) | undefined,
  ) {
    this.#onPacket = onPacket
    this.#onTooLarge = onTooLarge
    this.#isAtRows = isAtRows
  }

  /** Whether the last payload is complete. */
  get isBetweenPackets(): boolean {
    return this.#headerBytes === 0 && this.#isAtStart
  }

  /** Whether no payload has begun that continues. */
  get #isAtStart(): boolean {
    return this.#parts.length === 0 && !this.#isDropping
  }

  /** @throws MalformedAnswer, RowTooLarge */
  read(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#headerBytes === 0 && at + HEADER_BYTES <= chunk.length && this.#isAtStart) {
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
    if (this.#missing > 0) return this.#drop(chunk, at)
    if (!this.#body) {
      const copied = chunk.copy(this.#header, this.#headerBytes, at, at + HEADER_BYTES - this.#headerBytes)
      this.#headerBytes += copied
      at += copied
      if (this.#headerBytes < HEADER_BYTES) return at
      const length = this.#header.readUIntLE(0, 3)
      if (this.#isDropping || this.#refuses(this.#partBytes + length)) {
        this.#missing = length
        this.#isDropping = length === FULL_PACKET
        return this.#drop(chunk, at)
      }
      this.#body = Buffer.allocUnsafeSlow(length)
      this.#bodyBytes = 0
    }
    const copied = chunk.copy(this.#body, this.#bodyBytes, at)
    this.#bodyBytes += copied
    if (this.#bodyBytes === this.#body.length) this.#complete(this.#body)
    return at + copied
  }

  /** @returns whether the row is dropped. @throws MalformedAnswer, RowTooLarge */
  #refuses(bytes: number): boolean {
    if (!this.#isAtRows()) {
      if (bytes > LONGEST_CONTROL_PAYLOAD) throw new MalformedAnswer()
      return false
    }
    const refused = refusedRowMemory(bytes)
    if (!refused) return false
    if (!this.#onTooLarge) throw refused
    this.#parts = []
    this.#partBytes = 0
    this.#onTooLarge(refused)
    return true
  }

  #drop(chunk: Buffer, start: number): number {
    const dropped = Math.min(this.#missing, chunk.length - start)
    this.#missing -= dropped
    if (this.#missing === 0) this.#headerBytes = 0
    return start + dropped
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
