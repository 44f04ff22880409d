import type { CloudTable, Row } from './bigquery-table.ts'

/** The rows of all tables at moments that somebody has asked for; rows are never changed in place. */
const kept = new Map<string, WeakMap<CloudTable, readonly Row[]>>()

let last = 0

/** @returns the time, as a query has it; never twice the same */
export function momentOf(tables: ReadonlyMap<string, CloudTable>): string {
  last = Math.max(Date.now() * 1_000, last + 1)
  const seconds = new Date(last / 1_000).toISOString().slice(0, 19).replace('T', ' ')
  const moment = `${seconds}.${String(last % 1_000_000).padStart(6, '0')}+00`
  kept.set(moment, new WeakMap([...tables.values()].map((table) => [table, table.rows])))
  return moment
}

/** @throws Error with BigQuery's words if the table did not exist then */
export function rowsAt(moment: string, table: CloudTable): readonly Row[] {
  const rows = kept.get(moment)?.get(table)
  if (!rows) throw new Error('Invalid snapshot time: the table did not exist at that time')
  return rows
}
