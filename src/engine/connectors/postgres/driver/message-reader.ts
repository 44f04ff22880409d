import { COPY_DATA, HEADER_BYTES } from '../../../formats/frames/frame-header.ts'
import { type RowTooLarge, refusedRowMemory } from '../../../formats/row-memory.ts'
import { malformedAnswer } from './malformed-answer.ts'

/** The maximum size of a control message (a tag, an error or a notice). A larger one comes from a server that is not Postgres, or is hostile. */
const LONGEST_CONTROL_MESSAGE = 1 << 20

export interface FrameHandlers {
  /**
   * Consecutive bytes of CopyData messages, headers included, unchanged; `started` messages begin in them.
   * A message may continue in the next call.
   */
  readonly onCopyData: (frames: Buffer, started: number) => void
  /** A message begins that is larger than a row may be; its bytes arrive all the same. Absent: it is thrown. */
  readonly onTooLarge?: ((error: RowTooLarge) => unknown) | undefined
  /** Any other message, whole. */
  readonly onMessage: (type: string, body: Buffer) => void
}

/**
 * Splits the messages of a Postgres server (protocol 3.0: type, length, body) without reading rows.
 * CopyData has the same bytes in both directions, so the output can be written to another server unchanged.
 */
export class FrameReader {
  readonly #handlers: FrameHandlers
  /** The first bytes of a message with an incomplete header. */
  #header = Buffer.alloc(HEADER_BYTES)
  #headerBytes = 0
  /** Remaining bytes of the current body; the type decides their destination. */
  #missing = 0
  #type = 0
  #body: Buffer[] = []

  constructor(handlers: FrameHandlers) {
    this.#handlers = handlers
  }

  /** Whether a CopyData message has begun and not ended. */
  get isInsideCopyData(): boolean {
    return this.#type === COPY_DATA && (this.#missing > 0 || this.#headerBytes > 0)
  }

  /** Whether the last message is complete. */
  get isBetweenMessages(): boolean {
    return this.#missing === 0 && this.#headerBytes === 0
  }

  /** @throws ConnectorError when the bytes do not follow the protocol, RowTooLarge */
  read(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      const isCopyData =
        this.#headerBytes === 0 && this.#missing === 0 ? chunk[at] === COPY_DATA : this.#type === COPY_DATA
      at = isCopyData ? this.#readCopyData(chunk, at) : this.#readControl(chunk, at)
    }
  }

  /** Reads as many CopyData messages as possible from `start` on, and passes them on in one piece. */
  #readCopyData(chunk: Buffer, start: number): number {
    const { length } = chunk
    let started = 0
    let at = start + this.#missing
    this.#missing = 0
    if (this.#headerBytes > 0) {
      at = this.#readHeader(chunk, start)
      if (at < 0) return this.#pass(chunk, start, length, 0)
      this.#judge(this.#missing)
      at += this.#missing
      this.#missing = 0
    }
    while (at + HEADER_BYTES <= length && chunk[at] === COPY_DATA) {
      started++
      const row = bodyLength(chunk, at + 1)
      this.#judge(row)
      at += 1 + row
    }
    this.#type = COPY_DATA
    if (at > length) {
      this.#missing = at - length
      at = length
    } else if (at < length && chunk[at] === COPY_DATA) {
      started++
      this.#headerBytes = chunk.copy(this.#header, 0, at)
      at = length
    }
    return this.#pass(chunk, start, at, started)
  }

  #judge(bytes: number): void {
    const refused = refusedRowMemory(bytes)
    if (!refused) return
    if (!this.#handlers.onTooLarge) throw refused
    this.#handlers.onTooLarge(refused)
  }

  #pass(chunk: Buffer, start: number, end: number, started: number): number {
    this.#handlers.onCopyData(start === 0 && end === chunk.length ? chunk : chunk.subarray(start, end), started)
    return end
  }

  /** Completes a split header; returns the start of the body, or -1 when bytes are still missing. */
  #readHeader(chunk: Buffer, at: number): number {
    const copied = chunk.copy(this.#header, this.#headerBytes, at, at + HEADER_BYTES - this.#headerBytes)
    this.#headerBytes += copied
    this.#type = this.#header[0] ?? 0
    if (this.#headerBytes < HEADER_BYTES) return -1
    this.#headerBytes = 0
    this.#missing = bodyLength(this.#header, 1) - 4
    return at + copied
  }

  #readControl(chunk: Buffer, start: number): number {
    let at = start
    if (this.#missing === 0) {
      at = this.#readHeader(chunk, start)
      if (at < 0) return chunk.length
      if (this.#missing > LONGEST_CONTROL_MESSAGE) throw malformedAnswer()
    }
    const end = Math.min(at + this.#missing, chunk.length)
    this.#body.push(Buffer.from(chunk.subarray(at, end)))
    this.#missing -= end - at
    if (this.#missing === 0) {
      const body = Buffer.concat(this.#body)
      this.#body = []
      this.#handlers.onMessage(String.fromCharCode(this.#type), body)
    }
    return end
  }
}

/** The length of a message from its length field on. */
function bodyLength(bytes: Buffer, at: number): number {
  const length = bytes.readInt32BE(at)
  if (length < 4) throw malformedAnswer()
  return length
}
