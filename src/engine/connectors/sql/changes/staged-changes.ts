import { FIELD_END, fieldsOf, ROW_END, TextRows } from '../../../formats/changes/text-rows.ts'
import { COPY_DATA, HEADER_BYTES } from '../../../formats/frames/frame-header.ts'
import type { ChangedRow, ChangedTable } from '../../../ports/change-batch.ts'

/** What has to happen with staged rows. */
export interface StagedKinds {
  readonly removed: number
  readonly updated: number
  /** With those that are exchanged. */
  readonly inserted: number
  /** The different sets of columns that updates leave as they are, in the notation of the staging table. */
  readonly unchangedSets: ReadonlySet<string>
  /** Rows with another key than before, whose missing values are those of the row with the old one. */
  readonly areMoved: boolean
}

/** Places of unchanged columns as text: `3,7`, and empty if every value is there. */
const setOf = (unchanged: readonly number[]): string => unchanged.join(',')

/** More is not kept in memory before the server gets it. */
const PIECE_BYTES = 64 << 10

export interface StagedOptions {
  /** Each key comes once: a row that takes the place of another one is of the kind `r`, and the other one is left out. */
  readonly isKeyOnce?: boolean
}

/**
 * Writes the changes of a table as rows of its staging table: kind (`d`, `u`, `i`), unchanged columns, the key before, and the columns. For a row
 * of a table without a key that goes, the second field is how many equal ones do.
 * @yields whole CopyData messages. @returns what was in them
 */
export function* stagedChanges(changed: ChangedTable, options: StagedOptions = {}): Generator<Buffer, StagedKinds> {
  const staged = new StagedRows(changed, options)
  for (const rows of staged.write()) if (rows.length >= PIECE_BYTES) yield rows.take()
  const { rows, kinds } = staged
  if (rows.length > 0) yield rows.take()
  return kinds
}

class StagedRows {
  readonly rows = new TextRows(PIECE_BYTES)
  readonly #changed: ChangedTable
  readonly #isKeyOnce: boolean
  readonly #unchangedSets = new Set<string>()
  #removed = 0
  #updated = 0
  #areMoved = false

  constructor(changed: ChangedTable, { isKeyOnce = false }: StagedOptions) {
    this.#changed = changed
    this.#isKeyOnce = isKeyOnce
  }

  get kinds(): StagedKinds {
    const { current, added } = this.#changed
    const inserted = current.size - this.#updated + added.length
    return {
      removed: this.#removed,
      updated: this.#updated,
      inserted,
      unchangedSets: this.#unchangedSets,
      areMoved: this.#areMoved,
    }
  }

  /** @yields after each row */
  *write(): Generator<TextRows> {
    const { current, removed, added, taken } = this.#changed
    for (const key of removed) {
      if (this.#isKeyOnce && current.has(key)) continue
      this.#remove(key)
      yield this.rows
    }
    for (const [key, row] of current) {
      this.#put(key, row)
      yield this.rows
    }
    for (const row of added) {
      this.#row('i', row, undefined)
      yield this.rows
    }
    for (const [text, count] of taken) {
      const row = Buffer.from(text, 'latin1')
      const at = this.#begin('d', String(count), undefined)
      this.rows.append(row, 0, row.length)
      this.#end(at)
      this.#removed += count
      yield this.rows
    }
  }

  #remove(key: string): void {
    const { table } = this.#changed
    const at = this.#begin('d', '', undefined)
    for (const place of table.columns.keys()) {
      if (place > 0) this.rows.appendByte(FIELD_END)
      const index = table.key.indexOf(place)
      this.#part(index < 0 ? undefined : keyPart(key, index))
    }
    this.#end(at)
    this.#removed++
  }

  #put(key: string, row: ChangedRow): void {
    const isUpdate = row.origin === key
    if (isUpdate) this.#updated++
    const needs = !isUpdate && row.origin !== undefined && row.unchanged.length > 0
    this.#areMoved ||= needs
    const isExchanged = !isUpdate && this.#isKeyOnce && this.#changed.removed.has(key)
    this.#row(isUpdate ? 'u' : isExchanged ? 'r' : 'i', row, needs ? row.origin : undefined)
  }

  #row(kind: string, row: ChangedRow, before: string | undefined): void {
    const set = setOf(row.unchanged)
    if (kind === 'u') this.#unchangedSets.add(set)
    const at = this.#begin(kind, set, before)
    this.rows.append(this.#changed.bytes, row.start, row.end)
    this.#end(at)
  }

  #begin(kind: string, unchanged: string, before: string | undefined): number {
    const { rows } = this
    const at = rows.length
    rows.append(HEADER, 0, HEADER_BYTES)
    rows.appendAscii(`${kind}\t${unchanged}\t`)
    for (const index of this.#changed.table.key.keys()) {
      this.#part(before === undefined ? undefined : keyPart(before, index))
      rows.appendByte(FIELD_END)
    }
    return at
  }

  #part(part: Buffer | undefined): void {
    if (part === undefined) this.rows.appendNull()
    else this.rows.append(part, 0, part.length)
  }

  #end(at: number): void {
    this.rows.appendByte(ROW_END)
    this.rows.bytes.writeInt32BE(this.rows.length - at - 1, at + 1)
  }
}

const HEADER = Buffer.alloc(HEADER_BYTES)
HEADER[0] = COPY_DATA

function keyPart(key: string, index: number): Buffer {
  const bytes = Buffer.from(key, 'latin1')
  const [start, end] = fieldsOf(bytes, 0, bytes.length)[index] ?? [0, 0]
  return bytes.subarray(start, end)
}
