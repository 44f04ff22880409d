import type { Field } from './row-encoder.ts'

const HEADER_BYTES = 5

/** No single row is taken beyond this, so that a broken or hostile source cannot fill our memory; in bytes. */
const LONGEST_ROW = 256 * 1024 * 1024

const UNESCAPED: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/**
 * Reads rows of common text out of CopyData messages, cut anywhere. For destinations that need values; those that take
 * the bytes as they are never decode.
 */
export class RowDecoder {
  #rest: Buffer = Buffer.alloc(0)

  /** @returns the rows that are complete now, each as its fields; `null` is NULL. @throws Error when the bytes cannot be rows */
  push(frames: Buffer): readonly (readonly Field[])[] {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, frames]) : frames
    const rows: (readonly Field[])[] = []
    let at = 0
    while (at + HEADER_BYTES <= bytes.length) {
      const length = bytes.readInt32BE(at + 1)
      if (length < 4 || length > LONGEST_ROW) throw new Error('a row without an end')
      const end = at + 1 + length
      if (end > bytes.length) break
      rows.push(decodeRow(bytes.toString('utf8', at + HEADER_BYTES, end - 1)))
      at = end
    }
    // Copied, because the memory of what was pushed may be taken back.
    this.#rest = Buffer.from(bytes.subarray(at))
    return rows
  }
}

const decodeRow = (line: string): readonly Field[] => line.split('\t').map(decodeField)

function decodeField(text: string): Field {
  if (!text.includes('\\')) return text
  if (text === '\\N') return null
  return text.replace(/\\(.)/gs, (_, character: string) => UNESCAPED[character] ?? character)
}
