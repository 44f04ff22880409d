import { HEADER_BYTES, writeFrameHeader } from '../frames/frame-header.ts'

/** How much is gathered before it is handed on, in bytes. */
const BATCH_BYTES = 64 * 1024

/** What COPY's text format escapes, and how. Source: Postgres, "COPY", section "Text Format". */
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

export type Field = string | null

const encodeField = (field: Field): string =>
  field === null ? '\\N' : field.replace(SPECIAL, (character) => ESCAPES[character] ?? character)

/** Gathers rows of common text as CopyData messages. For sources whose values arrive as JavaScript strings anyway. */
export class RowEncoder {
  #parts: Buffer[] = []
  #bytes = 0
  #rows = 0

  /** @returns whether enough has gathered to be taken */
  add(fields: readonly Field[]): boolean {
    const text = Buffer.from(`${fields.map(encodeField).join('\t')}\n`)
    const header = Buffer.alloc(HEADER_BYTES)
    writeFrameHeader(header, 0, HEADER_BYTES + text.length)
    this.#parts.push(header, text)
    this.#bytes += HEADER_BYTES + text.length
    this.#rows++
    return this.#bytes >= BATCH_BYTES
  }

  /** Takes what has gathered; `frames` is empty when nothing has. */
  take(): { readonly frames: Buffer; readonly rows: number } {
    // A buffer of its own, because whoever gets it may give its memory back.
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
