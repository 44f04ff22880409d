import { releaseMemory } from '../release-memory.ts'

const [TAB, NEWLINE, RETURN, BACKSLASH] = [0x09, 0x0a, 0x0d, 0x5c]
const BACKSPACE = 0x08

/** The most that is kept of a large row. */
const KEPT_BYTES = 1 << 20

const [N_UPPER, N_LOWER, R_LOWER, T_LOWER] = [0x4e, 0x6e, 0x72, 0x74]

/**
 * Rows in COPY's text format, one behind the other, in memory that grows and is used again after `clear`.
 * Source: PostgreSQL, "COPY", text format.
 */
export class TextRows {
  readonly #size: number
  bytes: Buffer
  length = 0

  constructor(size = 64 * 1024) {
    this.#size = size
    this.bytes = Buffer.allocUnsafe(size)
  }

  clear(): void {
    this.length = 0
    if (this.bytes.length > KEPT_BYTES) this.bytes = Buffer.allocUnsafe(this.#size)
  }

  /** @returns a copy of what was written, in memory of its own; what comes begins anew */
  take(): Buffer {
    const taken = Buffer.allocUnsafe(this.length)
    this.bytes.copy(taken, 0, 0, this.length)
    this.clear()
    return taken
  }

  /** Frees the memory at once. Nobody may use the rows afterwards. */
  release(): void {
    releaseMemory(this.bytes)
  }

  /** Takes bytes as they are: a row, or a part of one. @returns where they begin */
  append(bytes: Buffer, start: number, end: number): number {
    this.reserve(end - start)
    const at = this.length
    this.length += bytes.copy(this.bytes, at, start, end)
    return at
  }

  /** @param byte such as the tab between two fields */
  appendByte(byte: number): void {
    this.reserve(1)
    this.bytes[this.length++] = byte
  }

  /** Takes a text as it is: digits, and others that need no escape. */
  appendAscii(text: string): void {
    this.reserve(text.length)
    this.length += this.bytes.write(text, this.length, 'latin1')
  }

  /** As 32 bits. */
  appendNumber(number: number): void {
    this.reserve(4)
    this.length = this.bytes.writeUInt32LE(number, this.length)
  }

  appendNull(): void {
    this.reserve(2)
    this.bytes[this.length++] = BACKSLASH
    this.bytes[this.length++] = N_UPPER
  }

  /** Writes the text of a value; characters that end fields and rows are escaped. */
  appendText(text: Buffer, start: number, end: number): void {
    this.reserve((end - start) * 2)
    const { bytes } = this
    let from = start
    let at = this.length
    for (let index = start; index < end; index++) {
      const byte = text[index] ?? 0
      if (byte > RETURN && byte !== BACKSLASH) continue
      const escaped = escapeOf(byte)
      if (escaped === 0) continue
      at += text.copy(bytes, at, from, index)
      bytes[at++] = BACKSLASH
      bytes[at++] = escaped
      from = index + 1
    }
    this.length = at + text.copy(bytes, at, from, end)
  }

  /** Makes room. What held `bytes` before must not be used any more. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.length + more, this.bytes.length * 2))
    this.bytes.copy(larger, 0, 0, this.length)
    releaseMemory(this.bytes)
    this.bytes = larger
  }
}

function escapeOf(byte: number): number {
  if (byte === BACKSLASH) return BACKSLASH
  if (byte === NEWLINE) return N_LOWER
  if (byte === TAB) return T_LOWER
  if (byte === RETURN) return R_LOWER
  return byte === BACKSPACE ? 0x62 : 0
}

export const FIELD_END = TAB
export const ROW_END = NEWLINE

/** The places of the tabs behind each field of a row but the last one: escaped text has none inside. */
export function fieldsOf(
  bytes: Buffer,
  start: number,
  end: number,
): readonly (readonly [start: number, end: number])[] {
  const fields: [number, number][] = []
  let from = start
  for (let at = bytes.indexOf(TAB, from); at >= 0 && at < end; at = bytes.indexOf(TAB, from)) {
    fields.push([from, at])
    from = at + 1
  }
  fields.push([from, end])
  return fields
}
