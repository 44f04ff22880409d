import type { RecordedTable } from '../../../ports/change-batch.ts'
import type { MysqlSession, TextRow } from '../driver/mysql-session.ts'
import { bookkeepingTables } from '../fence/fence.ts'
import { sqlName } from '../schema/table-name.ts'

export interface MirrorKey {
  readonly flowId: string
  /** In which what waits is kept. */
  readonly database: string
}

/** Bytes of changes in one row: with their notation well below the smallest packet that servers take by default. */
const ROW_BYTES = 384 << 10

/** Bytes of waiting changes that are read at once, and rows that are asked for together. */
const PIECE_BYTES = 8 << 20
const ROWS_AT_ONCE = 16
const MOST_ROWS_AT_ONCE = 128

const changesTable = ({ database }: MirrorKey) => sqlName(bookkeepingTables(database).changes)

/** @returns how many bytes of changes wait, by table */
export async function readWaiting(session: MysqlSession, key: MirrorKey): Promise<Map<string, number>> {
  const rows = await session.query(
    `SELECT entity, SUM(OCTET_LENGTH(changes)) AS bytes FROM ${changesTable(key)} WHERE flow_id = ? GROUP BY entity`,
    [key.flowId],
  )
  return new Map(rows.map((row) => [row['entity'] ?? '', Number(row['bytes'])]))
}

/** Part of a transaction: in several rows, because a server takes no large statement. */
export async function addWaiting(
  session: MysqlSession,
  key: MirrorKey,
  { table, bytes }: RecordedTable,
): Promise<void> {
  for (let at = 0; at < bytes.length; at += ROW_BYTES) {
    const isLast = at + ROW_BYTES >= bytes.length
    const part = bytes.toString('base64', at, Math.min(at + ROW_BYTES, bytes.length))
    await session.query(
      `INSERT INTO ${changesTable(key)} (flow_id, entity, is_last, shape, changes) VALUES (?, ?, ?, ?, FROM_BASE64('${part}'))`,
      [key.flowId, table.name, isLast ? 1 : 0, isLast ? JSON.stringify(table) : null],
    )
  }
}

/** Part of a transaction: takes the oldest changes that wait. @returns nothing if none wait */
export async function takeWaiting(
  session: MysqlSession,
  key: MirrorKey,
  entity: string,
): Promise<readonly RecordedTable[]> {
  const taken: RecordedTable[] = []
  let parts: Buffer[] = []
  let bytes = 0
  let last = '0'
  let atOnce = ROWS_AT_ONCE
  while (bytes < PIECE_BYTES || parts.length > 0) {
    const rows: readonly TextRow[] = await session.query(
      `SELECT number, is_last, shape, TO_BASE64(changes) AS changes FROM ${changesTable(key)}
       WHERE flow_id = ? AND entity = ? AND number > ${last} ORDER BY number LIMIT ${atOnce} FOR UPDATE`,
      [key.flowId, entity],
    )
    if (rows.length === 0) break
    // Small ones are many.
    if (bytes < (atOnce * ROW_BYTES) / 8) atOnce = Math.min(atOnce * 4, MOST_ROWS_AT_ONCE)
    for (const row of rows) {
      const part = Buffer.from(row['changes'] ?? '', 'base64')
      parts.push(part)
      bytes += part.length
      last = row['number'] ?? last
      if (row['is_last'] !== '1') continue
      taken.push({ table: JSON.parse(row['shape'] ?? ''), bytes: Buffer.concat(parts) })
      parts = []
      if (bytes >= PIECE_BYTES) break
    }
  }
  await session.query(`DELETE FROM ${changesTable(key)} WHERE flow_id = ? AND entity = ? AND number <= ${last}`, [
    key.flowId,
    entity,
  ])
  return taken
}

/** Part of a transaction. @param entities absent: all */
export async function forgetWaiting(
  session: MysqlSession,
  key: MirrorKey,
  entities?: readonly string[],
): Promise<void> {
  if (entities?.length === 0) return
  const which = entities ? ` AND entity IN (${entities.map(() => '?').join(', ')})` : ''
  await session.query(`DELETE FROM ${changesTable(key)} WHERE flow_id = ?${which}`, [key.flowId, ...(entities ?? [])])
}
