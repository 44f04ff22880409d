import type { TableOwnership } from '../../../ports/structure-builder.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { entityName, INTERNAL_PREFIX, type TableName } from '../schema/table-name.ts'
import { type FenceKey, fenced, fenceTable, recordsTable } from './fence.ts'

export async function hasNotes(session: MysqlSession, database: string): Promise<boolean> {
  const rows = await session.query(
    'SELECT 1 AS found FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
    [database, `${INTERNAL_PREFIX}structure`],
  )
  return rows.length > 0
}

/** Before the table gets its name, because that ends every transaction: a note without its table means nothing. */
export async function recordCreated(session: MysqlSession, { flowId, target }: FenceKey): Promise<void> {
  await session.query(
    `INSERT INTO ${recordsTable(target.database)} VALUES (?, ?, 'due', '[]', NOW(6)) ON DUPLICATE KEY UPDATE state = 'due', foreign_keys = '[]', noted_at = NOW(6)`,
    [flowId, target.name],
  )
}

/** @returns what each table is to the flow, by its entity name */
export async function readOwnership(
  session: MysqlSession,
  flowId: string,
  targets: readonly TableName[],
): Promise<ReadonlyMap<string, TableOwnership>> {
  const owned = new Map<string, TableOwnership>()
  for (const [database, own] of Map.groupBy(targets, (target) => target.database)) {
    const found = await session.query(
      'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?',
      [database],
    )
    const noted = (await hasNotes(session, database))
      ? await session.query(`SELECT target, state FROM ${recordsTable(database)} WHERE flow_id = ?`, [flowId])
      : []
    const states = new Map(noted.map(({ target, state }) => [target, state === 'due' ? ('due' as const) : 'built']))
    const exists = new Set(found.map(({ name }) => name))
    for (const target of own)
      owned.set(
        entityName(target),
        exists.has(target.name) ? ((states.get(target.name) as TableOwnership | undefined) ?? 'other') : 'missing',
      )
  }
  return owned
}

/** @throws ConnectorError `FENCED` if a newer attempt has begun at the target */
export async function refuseOlder(session: MysqlSession, { flowId, epoch, target }: FenceKey): Promise<void> {
  const [row] = await session
    .query(`SELECT epoch FROM ${fenceTable(target.database)} WHERE flow_id = ? AND target = ?`, [flowId, target.name])
    // Nothing was ever written there.
    .catch(() => [])
  if (row?.['epoch'] != null && BigInt(row['epoch']) > epoch) throw fenced()
}

export async function recordState(
  session: MysqlSession,
  { flowId, target }: FenceKey,
  state: 'due' | 'built',
): Promise<void> {
  await session.query(`UPDATE ${recordsTable(target.database)} SET state = ? WHERE flow_id = ? AND target = ?`, [
    state,
    flowId,
    target.name,
  ])
}

/** Before the foreign key is built, so that none is built without a note. */
export async function recordForeignKey(
  session: MysqlSession,
  { flowId, target }: FenceKey,
  name: string,
): Promise<void> {
  const where = 'WHERE flow_id = ? AND target = ?'
  const keys = [flowId, target.name]
  const [row] = await session.query(`SELECT foreign_keys AS names FROM ${recordsTable(target.database)} ${where}`, keys)
  const names = new Set([...(JSON.parse(row?.['names'] ?? '[]') as string[]), name])
  await session.query(`UPDATE ${recordsTable(target.database)} SET foreign_keys = ? ${where}`, [
    JSON.stringify([...names]),
    ...keys,
  ])
}

/** The foreign keys of the flow that refer to these tables, or belong to them, by the entity name of the table that has them. */
export async function foreignKeysAt(
  session: MysqlSession,
  flowId: string,
  targets: readonly TableName[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const keys = new Map<string, string[]>()
  for (const database of new Set(targets.map((target) => target.database))) {
    if (!(await hasNotes(session, database))) continue
    const noted = await session.query(
      `SELECT target, foreign_keys AS names FROM ${recordsTable(database)} WHERE flow_id = ?`,
      [flowId],
    )
    const found = await session.query(
      `SELECT DISTINCT TABLE_NAME AS name, CONSTRAINT_NAME AS own, REFERENCED_TABLE_NAME AS refers FROM information_schema.KEY_COLUMN_USAGE
       WHERE TABLE_SCHEMA = ? AND REFERENCED_TABLE_SCHEMA = ?`,
      [database, database],
    )
    const isReplaced = (name: string | null | undefined) =>
      targets.some((target) => target.database === database && target.name === name)
    for (const { name, own, refers } of found) {
      if (name == null || own == null || !(isReplaced(refers) || isReplaced(name))) continue
      const names = noted.find(({ target }) => target === name)?.['names'] ?? '[]'
      if (!(JSON.parse(names) as string[]).includes(own)) continue
      const table = entityName({ database, name })
      keys.set(table, [...(keys.get(table) ?? []), own])
    }
  }
  return keys
}
