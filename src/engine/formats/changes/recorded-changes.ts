import type { LoggedRow } from '../../ports/change-source.ts'
import { TextRows } from './text-rows.ts'

const [ALTER, INSERT, UPDATE, DELETE, TRUNCATE, TRANSACTION] = [0x41, 0x49, 0x55, 0x44, 0x54, 0x58]

const NONE: readonly number[] = []

/**
 * The changes of one table in the order of the log, as bytes: little memory for many of them, and they can wait in the destination for the end of a
 * copy. Each is a kind, the length of the row and the row; an update has the key before, and both have the places of unchanged columns.
 */
export class RecordedChanges {
  readonly #bytes = new TextRows()
  #transaction = ''
  #written = ''
  /** Where the changes of the last transaction begin. */
  #last = { at: 0, changes: 0 }
  changes = 0

  get bytes(): Buffer {
    return this.#bytes.bytes.subarray(0, this.#bytes.length)
  }

  /** Frees the memory at once. Nobody may use the bytes afterwards. */
  release(): void {
    this.#bytes.release()
  }

  /** What follows belongs to this transaction. */
  begin(transaction: string): void {
    this.#transaction = transaction
  }

  /** Takes what belongs to a transaction, if it is the last one. @returns nothing if it has changed nothing here */
  takeLast(transaction: string): RecordedChanges | undefined {
    if (this.#written !== transaction) return undefined
    const taken = new RecordedChanges()
    taken.#bytes.append(this.#bytes.bytes, this.#last.at, this.#bytes.length)
    taken.#written = transaction
    taken.changes = this.changes - this.#last.changes
    this.#bytes.length = this.#last.at
    this.#written = ''
    this.changes = this.#last.changes
    return taken
  }

  insert(row: LoggedRow): void {
    this.#begin(INSERT)
    this.#row(row)
  }

  update(row: LoggedRow, before: LoggedRow | undefined): void {
    this.#begin(UPDATE)
    this.#row(row)
    this.#places(row.unchanged)
    this.#bytes.appendByte(before ? 1 : 0)
    if (before) this.#row(before)
  }

  delete(row: LoggedRow): void {
    this.#begin(DELETE)
    this.#row(row)
  }

  truncate(): void {
    this.#begin(TRUNCATE)
  }

  /** The table has columns that have just come. */
  alter(): void {
    this.#begin(ALTER)
  }

  #begin(kind: number): void {
    if (this.#written !== this.#transaction) {
      this.#last = { at: this.#bytes.length, changes: this.changes }
      const id = Buffer.from(this.#transaction)
      this.#bytes.appendByte(TRANSACTION)
      this.#row({ bytes: id, start: 0, end: id.length })
      this.#written = this.#transaction
    }
    this.#bytes.appendByte(kind)
    this.changes++
  }

  #row({ bytes, start, end }: Omit<LoggedRow, 'unchanged'>): void {
    this.#bytes.appendNumber(end - start)
    this.#bytes.append(bytes, start, end)
  }

  #places(places: readonly number[]): void {
    this.#bytes.appendNumber(places.length)
    for (const place of places) this.#bytes.appendNumber(place)
  }
}

/** Receives what was recorded; rows are parts of the recorded bytes. */
export interface ChangeReader {
  insert(row: LoggedRow): void
  update(row: LoggedRow, before: LoggedRow | undefined): void
  delete(row: LoggedRow): void
  truncate(): void
  alter(): void
}

/** @param isWanted whether the changes of a transaction are read. @throws RangeError if the bytes are not what was recorded */
export function readChanges(bytes: Buffer, reader: ChangeReader, isWanted: (transaction: string) => boolean): void {
  let at = 0
  let isRead = true
  const number = () => {
    at += 4
    return bytes.readUInt32LE(at - 4)
  }
  const row = (): LoggedRow => {
    const length = number()
    at += length
    return { bytes, start: at - length, end: at, unchanged: NONE }
  }
  while (at < bytes.length) {
    const kind = bytes[at++]
    if (kind === TRANSACTION) {
      const { start, end } = row()
      isRead = isWanted(bytes.toString('utf8', start, end))
    } else if (kind === INSERT) {
      const inserted = row()
      if (isRead) reader.insert(inserted)
    } else if (kind === UPDATE) {
      const after = row()
      const places = number()
      const unchanged = places === 0 ? NONE : Array.from({ length: places }, number)
      const before = bytes[at++] === 1 ? row() : undefined
      if (isRead) reader.update({ ...after, unchanged }, before)
    } else if (kind === DELETE) {
      const deleted = row()
      if (isRead) reader.delete(deleted)
    } else if (kind === TRUNCATE) {
      if (isRead) reader.truncate()
    } else if (kind === ALTER) {
      if (isRead) reader.alter()
    } else throw new RangeError('no change begins here')
  }
}
