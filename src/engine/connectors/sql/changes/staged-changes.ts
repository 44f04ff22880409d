import { FIELD_END, fieldsOf, ROW_END, TextRows } from '../../../formats/changes/text-rows.ts'
import { COPY_DATA, HEADER_BYTES } from '../../../formats/frames/frame-header.ts'
import type { ChangedRow, ChangedTable } from '../../../ports/change-batch.ts'

/** What has to happen with staged rows. */
export interface StagedKinds {
  readonly removed: number
  readonly updated: number
  readonly inserted: number
  /** The different sets of columns that updates leave as they are, in the notation of the staging table. */
  readonly unchangedSets: ReadonlySet<string>
  /** Rows with another key than before, whose missing values are those of the row with the old one. */
  readonly areMoved: boolean
}

/** Places of unchanged columns as text: `3,7`, and empty if every value is there. */
const setOf = (unchanged: readonly number[]): string => unchanged.join(',')

/**
 * Writes the changes of a table as rows of its staging table: kind (`d`, `u`, `i`), unchanged columns, the key before, and the columns. For a row
 * of a table without a key that goes, the second field is how many equal ones do.
 * @returns CopyData messages, and what is in them
 */
export function stagedChanges(changed: ChangedTable): { readonly frames: Buffer; readonly kinds: StagedKinds } {
  const { table, current, removed, added, taken, bytes } = changed
  const rows = new TextRows(Math.max(1024, bytes.length))
  const unchangedSets = new Set<string>()
  let updated = 0
  let areMoved = false
  const isKey = table.columns.map((_, place) => table.key.indexOf(place))

  const begin = (kind: string, unchanged: string, before: string | undefined) => {
    const at = rows.length
    rows.append(HEADER, 0, HEADER_BYTES)
    rows.append(Buffer.from(`${kind}\t${unchanged}\t`), 0, kind.length + unchanged.length + 2)
    for (const [index] of table.key.entries()) {
      const part = before === undefined ? undefined : keyPart(before, index)
      if (part === undefined) rows.appendNull()
      else rows.append(part, 0, part.length)
      rows.appendByte(FIELD_END)
    }
    return at
  }
  const end = (at: number) => {
    rows.appendByte(ROW_END)
    rows.bytes.writeInt32BE(rows.length - at - 1, at + 1)
  }
  const write = (kind: string, row: ChangedRow, before: string | undefined) => {
    const set = setOf(row.unchanged)
    if (kind === 'u') unchangedSets.add(set)
    const at = begin(kind, set, before)
    rows.append(bytes, row.start, row.end)
    end(at)
  }

  for (const key of removed) {
    const at = begin('d', '', undefined)
    for (const [place, index] of isKey.entries()) {
      if (place > 0) rows.appendByte(FIELD_END)
      const part = index < 0 ? undefined : keyPart(key, index)
      if (part === undefined) rows.appendNull()
      else rows.append(part, 0, part.length)
    }
    end(at)
  }
  for (const [key, row] of current) {
    const isMoved = row.origin !== undefined && row.origin !== key
    if (row.origin === key) updated++
    const needs = isMoved && row.unchanged.length > 0
    areMoved ||= needs
    write(row.origin === key ? 'u' : 'i', row, needs ? row.origin : undefined)
  }
  for (const row of added) write('i', row, undefined)
  let removedRows = removed.size
  for (const [text, count] of taken) {
    const row = Buffer.from(text, 'latin1')
    const at = begin('d', String(count), undefined)
    rows.append(row, 0, row.length)
    end(at)
    removedRows += count
  }
  const inserted = current.size - updated + added.length
  return {
    frames: rows.bytes.subarray(0, rows.length),
    kinds: { removed: removedRows, updated, inserted, unchangedSets, areMoved },
  }
}

const HEADER = Buffer.alloc(HEADER_BYTES)
HEADER[0] = COPY_DATA

function keyPart(key: string, index: number): Buffer {
  const bytes = Buffer.from(key, 'latin1')
  const [start, end] = fieldsOf(bytes, 0, bytes.length)[index] ?? [0, 0]
  return bytes.subarray(start, end)
}
