import { removedOthers, removesOthers } from '../../shared/removes-others.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'
import { handleVanished, sameKey, type VanishedTables, type Vanishing } from './vanished-rows.ts'

/** Removes or marks the rows that were found, and no others. @returns their number. @throws ConnectorError if others would go or change with them */
export async function handleOnlyVanished(
  session: MysqlSession,
  target: TableName,
  vanishing: Vanishing,
  tables: VanishedTables,
): Promise<number> {
  const handle = () => handleVanished(session, sqlName(target), vanishing, tables)
  if (vanishing.handling.column !== undefined) return handle()
  await refuseCascade(session, target, vanishing, tables)
  if (!(await hasChain(session, target))) return handle()
  const before = await countRows(session, target)
  const removed = await handle()
  if ((await countRows(session, target)) !== before - removed) throw removedOthers(`${target.database}.${target.name}`)
  return removed
}

async function countRows(session: MysqlSession, target: TableName): Promise<number> {
  const [row] = await session.query(`SELECT COUNT(*) AS found FROM ${sqlName(target)}`)
  return Number(row?.['found'])
}

/** Whether foreign keys of other tables lead away from the table and back, so that a removal may come to other rows of it. */
async function hasChain(session: MysqlSession, { database, name }: TableName): Promise<boolean> {
  const cascades = (own: string, other: string) =>
    `EXISTS (SELECT 1 FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = ${quoteLiteral(database)}
       AND ${own} = ${quoteLiteral(name)} AND ${other} <> ${own} AND DELETE_RULE = 'CASCADE')`
  const [row] = await session.query(
    `SELECT ${cascades('TABLE_NAME', 'REFERENCED_TABLE_NAME')} AND ${cascades('REFERENCED_TABLE_NAME', 'TABLE_NAME')} AS found`,
  )
  return row?.['found'] === '1'
}

/** @throws ConnectorError if rows that stay refer to those that were found */
async function refuseCascade(
  session: MysqlSession,
  target: TableName,
  { key }: Vanishing,
  { vanished }: VanishedTables,
): Promise<void> {
  const [table, gone] = [sqlName(target), sqlName(vanished)]
  for (const [name, columns] of await toItself(session, target)) {
    const refers = columns.map(([own, other]) => `child.${quoteIdentifier(own)} = parent.${quoteIdentifier(other)}`)
    const referring = await session.query(
      `SELECT 1 FROM ${table} child JOIN ${table} parent ON ${refers.join(' AND ')} JOIN ${gone} gone ON ${sameKey(key, 'parent', 'gone')}
         WHERE NOT EXISTS (SELECT 1 FROM ${gone} gone WHERE ${sameKey(key, 'child', 'gone')}) LIMIT 1`,
    )
    if (referring.length > 0) throw removesOthers(`${target.database}.${target.name}`, name)
  }
}

/** Foreign keys of a table to itself that act on the referring rows, with both columns. Source: information_schema.REFERENTIAL_CONSTRAINTS. */
async function toItself(session: MysqlSession, { database, name }: TableName) {
  const rows = await session.query(
    `SELECT k.CONSTRAINT_NAME AS name, k.COLUMN_NAME AS own, k.REFERENCED_COLUMN_NAME AS other
       FROM information_schema.KEY_COLUMN_USAGE k JOIN information_schema.REFERENTIAL_CONSTRAINTS r
         ON r.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME AND r.TABLE_NAME = k.TABLE_NAME
       WHERE k.TABLE_SCHEMA = ${quoteLiteral(database)} AND k.TABLE_NAME = ${quoteLiteral(name)}
         AND k.REFERENCED_TABLE_SCHEMA = k.TABLE_SCHEMA AND k.REFERENCED_TABLE_NAME = k.TABLE_NAME
         AND r.DELETE_RULE IN ('CASCADE', 'SET NULL', 'SET DEFAULT')`,
  )
  const found = new Map<string, (readonly [own: string, other: string])[]>()
  for (const row of rows) {
    const known = found.get(String(row['name'])) ?? []
    found.set(String(row['name']), [...known, [String(row['own']), String(row['other'])]])
  }
  return found
}
