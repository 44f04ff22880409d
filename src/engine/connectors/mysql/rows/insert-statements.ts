import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { type FieldWriting, REFUSED } from './field-writing.ts'

const TAB = 0x09
const NEWLINE = 0x0a
const BACKSLASH = 0x5c
const QUOTE = 0x27

/** Larger statements are no faster. */
const LARGEST_STATEMENT = 1024 * 1024

/** Number of bytes that stay unused in the server's largest packet. */
const PACKET_RESERVE = 1024

export interface InsertStatement {
  readonly statement: Buffer
  readonly rows: number
}

/**
 * Writes the text of LOAD DATA as INSERT statements of many rows, for servers that do not accept LOAD DATA LOCAL.
 * Both have the same escapes, so a field only gets quotes.
 */
export class InsertStatements {
  readonly #head: Buffer
  readonly #parts: readonly { readonly before: Buffer; readonly after: Buffer; readonly missing: string }[]
  readonly #largest: number
  #rest: Buffer[] = []
  #rows: Buffer[] = []
  #bytes = 0

  /** @param largestPacket the server's `max_allowed_packet` */
  constructor(table: string, fields: readonly FieldWriting[], replaces: boolean, largestPacket: number) {
    const names = fields.map(({ column }) => quoteIdentifier(column)).join(', ')
    this.#head = Buffer.from(`${replaces ? 'REPLACE' : 'INSERT'} INTO ${table} (${names}) VALUES `)
    this.#parts = fields.map(({ wrap, refusesMissing }) => {
      const [before = '', after = ''] = (wrap?.('\0') ?? '\0').split('\0')
      return {
        before: Buffer.from(`${before}'`),
        after: Buffer.from(`'${after}`),
        missing: refusesMissing ? REFUSED : 'NULL',
      }
    })
    this.#largest = Math.min(LARGEST_STATEMENT, largestPacket - PACKET_RESERVE)
  }

  /** @returns the statements that are full; `text` may end within a row */
  push(text: Buffer): readonly InsertStatement[] {
    const statements: InsertStatement[] = []
    let at = 0
    for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, at)) {
      const line = text.subarray(at, end)
      const row = this.#rowOf(this.#rest.length > 0 ? Buffer.concat([...this.#rest, line]) : line)
      this.#rest = []
      if (this.#rows.length > 0 && this.#head.length + this.#bytes + row.length > this.#largest)
        statements.push(...this.take())
      this.#rows.push(row)
      this.#bytes += row.length + 1
      at = end + 1
    }
    if (at < text.length) this.#rest.push(Buffer.from(text.subarray(at)))
    return statements
  }

  take(): readonly InsertStatement[] {
    if (this.#rows.length === 0) return []
    const parts = this.#rows.flatMap((row, index) => (index === 0 ? [row] : [COMMA, row]))
    const statement = { statement: Buffer.concat([this.#head, ...parts]), rows: this.#rows.length }
    this.#rows = []
    this.#bytes = 0
    return [statement]
  }

  #rowOf(line: Buffer): Buffer {
    const longest = this.#parts.reduce((sum, { before, after }) => sum + before.length + after.length + 7, 2)
    const row = Buffer.allocUnsafe(line.length * 2 + longest)
    let out = 0
    let at = 0
    row[out++] = 0x28
    for (const [index, { before, after, missing }] of this.#parts.entries()) {
      if (index > 0) row[out++] = 0x2c
      let end = line.indexOf(TAB, at)
      if (end < 0) end = line.length
      if (end - at === 2 && line[at] === BACKSLASH && line[at + 1] === 0x4e) {
        out += row.write(missing, out)
      } else {
        out += before.copy(row, out)
        for (; at < end; at++) {
          const byte = line[at] as number
          if (byte === QUOTE) row[out++] = QUOTE
          row[out++] = byte
        }
        out += after.copy(row, out)
      }
      at = end + 1
    }
    row[out++] = 0x29
    return row.subarray(0, out)
  }
}

const COMMA = Buffer.from(',')
