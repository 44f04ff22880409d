import { isUtf8 } from 'node:buffer'
import { sentence } from '../../../core/catalog/sentence.ts'

import { ConnectorError } from '../../ports/connector.ts'
import type { Field } from '../../ports/value-type.ts'
import { FrameWalker } from '../frames/frame-walker.ts'

const UNESCAPED: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/**
 * Reads rows of common text from CopyData messages, split at any place. For destinations that need values; destinations that accept
 * bytes never decode.
 */
export class RowDecoder {
  readonly #showsReplacements: boolean
  readonly #frames = new FrameWalker((bytes, start, end) => this.#row(bytes, start, end))
  #decoded: (readonly Field[])[] = []
  #rows = 0
  /** The number of fields of each row. */
  #width: number | undefined

  /** @param showsReplacements whether invalid bytes become U+FFFD, because the rows are only displayed */
  constructor({ showsReplacements }: { readonly showsReplacements: boolean } = { showsReplacements: false }) {
    this.#showsReplacements = showsReplacements
  }

  /**
   * @returns the rows that are complete now, each as its fields; `null` is NULL.
   * @throws Error when the bytes cannot be rows, ConnectorError when a row is not valid UTF-8
   */
  push(frames: Buffer): readonly (readonly Field[])[] {
    this.#decoded = []
    this.#frames.push(frames)
    return this.#decoded
  }

  #row(bytes: Buffer, start: number, end: number): void {
    if (bytes.indexOf(NEWLINE, start) !== end - 1) throw new Error('a row that does not end where its message ends')
    const line = bytes.toString('utf8', start, end - 1)
    this.#rows++
    if (line.includes(REPLACEMENT) && !this.#showsReplacements && !isUtf8(bytes.subarray(start, end)))
      throw notText(this.#rows, line)
    const row = decodeRow(line)
    this.#width ??= row.length
    if (row.length !== this.#width) throw new Error('rows of different numbers of fields')
    this.#decoded.push(row)
  }
}

const NEWLINE = 0x0a

/** Node.js inserts it for invalid bytes; it may also be part of the text. */
const REPLACEMENT = '\ufffd'

const notText = (row: number, line: string) => {
  const field = line.split('\t').findIndex((text) => text.includes(REPLACEMENT)) + 1
  return new ConnectorError({
    code: 'VALUE_NOT_TEXT',
    message: sentence`Row ${row}, column ${field}: the text is not valid UTF-8.`,
    hint: sentence`Correct the value at the source, or leave the column out.`,
  })
}

const decodeRow = (line: string): readonly Field[] => line.split('\t').map(decodeField)

function decodeField(text: string): Field {
  if (!text.includes('\\')) return text
  if (text === '\\N') return null
  return text.replace(/\\(.)/gs, (_, character: string) => UNESCAPED[character] ?? character)
}
