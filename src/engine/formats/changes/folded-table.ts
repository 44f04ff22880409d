import type { ChangedRow, ChangedTable, RecordedTable } from '../../ports/change-batch.ts'
import type { LoggedRow, LoggedTable } from '../../ports/change-source.ts'
import { type ChangeReader, readChanges } from './recorded-changes.ts'
import { FIELD_END, fieldsOf, TextRows } from './text-rows.ts'

const NONE: readonly number[] = []

/**
 * The changes of one table in one batch, of which only the last state of each row is left. A key is the text of its fields with tabs between them.
 * Whether a row existed before the batch is known of each, so that a destination that is not equal to the source is found.
 */
export class FoldedTable implements ChangedTable, ChangeReader {
  readonly table: LoggedTable
  /** Rows that were merged from several; they lie behind those of the record. */
  readonly #merged = new TextRows(1024)
  readonly #recorded: Buffer
  /** All rows went away before those of this batch came. */
  isEmptied = false
  isAltered = false
  readonly bytes: Buffer
  /** The rows that exist after the batch, by their key. */
  readonly current = new Map<string, ChangedRow>()
  /** Keys of rows that existed before the batch, and do not any more or have another key. */
  readonly removed = new Set<string>()
  added: ChangedRow[] = []
  readonly taken = new Map<string, number>()

  constructor({ table, bytes }: RecordedTable, isWanted: (transaction: string) => boolean) {
    this.table = table
    this.#recorded = bytes
    readChanges(bytes, this, isWanted)
    if (this.taken.size > 0) this.#cancel()
    this.bytes =
      this.#merged.length > 0 ? Buffer.concat([bytes, this.#merged.bytes.subarray(0, this.#merged.length)]) : bytes
  }

  insert(row: LoggedRow): void {
    const folded = { start: row.start, end: row.end, unchanged: NONE, origin: undefined }
    if (this.table.key.length === 0) this.added.push(folded)
    else this.current.set(this.#keyOf(row), folded)
  }

  update(row: LoggedRow, before: LoggedRow | undefined): void {
    if (this.table.key.length === 0) {
      this.#exchange(row, before)
      return
    }
    const key = this.#keyOf(row)
    const old = before ? this.#keyOf(before) : key
    const earlier = this.current.get(old)
    if (!earlier) {
      if (old !== key) this.removed.add(old)
      this.current.set(key, { start: row.start, end: row.end, unchanged: row.unchanged, origin: old })
      return
    }
    const { origin } = earlier
    if (old !== key) {
      this.current.delete(old)
      if (origin === old) this.removed.add(old)
    }
    const unchanged = row.unchanged.filter((place) => earlier.unchanged.includes(place))
    const { start, end } = row.unchanged.length > unchanged.length ? this.#merge(row, earlier) : row
    this.current.set(key, { start, end, unchanged, origin })
  }

  delete(row: LoggedRow): void {
    if (this.table.key.length === 0) {
      this.#take(row)
      return
    }
    const key = this.#keyOf(row)
    const earlier = this.current.get(key)
    this.current.delete(key)
    if (!earlier || earlier.origin === key) this.removed.add(key)
  }

  truncate(): void {
    this.isEmptied = true
    this.current.clear()
    this.removed.clear()
    this.added = []
    this.taken.clear()
  }

  alter(): void {
    this.isAltered = true
  }

  #exchange(row: LoggedRow, before: LoggedRow | undefined): void {
    // The log has the whole old row of such a table, or the source would have refused the update.
    if (!before) throw new RangeError('an update without the row before')
    this.#take(before)
    const { start, end } = row.unchanged.length > 0 ? this.#merge(row, { ...before, origin: undefined }) : row
    this.added.push({ start, end, unchanged: NONE, origin: undefined })
  }

  #take({ bytes, start, end }: LoggedRow): void {
    const text = bytes.toString('latin1', start, end)
    this.taken.set(text, (this.taken.get(text) ?? 0) + 1)
  }

  /** A row that comes and an equal one that goes are no change. */
  #cancel(): void {
    const { taken } = this
    this.added = this.added.filter(({ start, end }) => {
      const isMerged = start >= this.#recorded.length
      const shift = isMerged ? this.#recorded.length : 0
      const text = (isMerged ? this.#merged.bytes : this.#recorded).toString('latin1', start - shift, end - shift)
      const count = taken.get(text) ?? 0
      if (count === 1) taken.delete(text)
      else if (count > 1) taken.set(text, count - 1)
      return count === 0
    })
  }

  /** Values that the log leaves out are those of the earlier state. */
  #merge(row: LoggedRow, earlier: ChangedRow): { start: number; end: number } {
    const merged = this.#merged
    // Once, because the earlier state may be in this memory.
    merged.reserve(row.end - row.start + earlier.end - earlier.start)
    const behind = this.#recorded.length
    const before = earlier.start < behind ? { bytes: this.#recorded, at: 0 } : { bytes: merged.bytes, at: behind }
    const known = fieldsOf(before.bytes, earlier.start - before.at, earlier.end - before.at)
    const start = merged.length
    for (const [place, field] of fieldsOf(row.bytes, row.start, row.end).entries()) {
      if (place > 0) merged.appendByte(FIELD_END)
      const isKnown = row.unchanged.includes(place) && !earlier.unchanged.includes(place)
      const [from, to] = (isKnown ? known[place] : undefined) ?? field
      merged.append(isKnown ? before.bytes : row.bytes, from, to)
    }
    return { start: behind + start, end: behind + merged.length }
  }

  #keyOf({ bytes, start, end }: LoggedRow): string {
    const { key } = this.table
    const [only] = key
    if (key.length === 1 && only === 0) {
      const tab = bytes.indexOf(FIELD_END, start)
      return bytes.toString('latin1', start, tab < 0 || tab > end ? end : tab)
    }
    const fields = fieldsOf(bytes, start, end)
    return key
      .map((place) => {
        const [from, to] = fields[place] ?? [0, 0]
        return bytes.toString('latin1', from, to)
      })
      .join('\t')
  }
}
