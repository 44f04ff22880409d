import type { Field } from '../../ports/value-type.ts'
import { HEADER_BYTES, writeFrameHeader } from '../frames/frame-header.ts'

/** Number of bytes that are collected before they are passed on. */
const BATCH_BYTES = 64 * 1024

/** The escapes of COPY's text format. Source: Postgres, "COPY", section "Text Format". */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}

const SPECIAL = /[\\\b\f\n\r\t\v]/g

const encodeField = (field: Field): string =>
  field === null ? '\\N' : field.replace(SPECIAL, (character) => ESCAPES[character] ?? character)

/** A row in COPY's text format, without the newline. */
export const encodeRow = (fields: readonly Field[]): Buffer => Buffer.from(fields.map(encodeField).join('\t'))

/** Collects rows of common text as CopyData messages. For sources whose values are JavaScript strings anyway. */
export class RowEncoder {
  #parts: Buffer[] = []
  #bytes = 0
  #rows = 0

  /** @returns whether enough bytes are collected */
  add(fields: readonly Field[]): boolean {
    const text = Buffer.from(`${fields.map(encodeField).join('\t')}\n`)
    const header = Buffer.alloc(HEADER_BYTES)
    writeFrameHeader(header, 0, HEADER_BYTES + text.length)
    this.#parts.push(header, text)
    this.#bytes += HEADER_BYTES + text.length
    this.#rows++
    return this.#bytes >= BATCH_BYTES
  }

  /** Returns the collected bytes; `frames` is empty if there are none. */
  take(): { readonly frames: Buffer; readonly rows: number } {
    // A separate buffer, because the receiver may free its memory.
    const frames = Buffer.alloc(this.#bytes)
    let at = 0
    for (const part of this.#parts) at += part.copy(frames, at)
    const taken = { frames, rows: this.#rows }
    this.#parts = []
    this.#bytes = 0
    this.#rows = 0
    return taken
  }
}
