import { removedOthers, removesOthers } from '../../sql/removes-others.ts'
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
  const { key } = vanishing
  const others = `NOT EXISTS (SELECT 1 FROM ${sqlName(tables.vanished)} gone WHERE ${sameKey(key, 'there', 'gone')})`
  const columns = [...key.map(({ name }) => name), ...(await referringColumns(session, target))]
  const before = await sumOfRows(session, { target, columns, which: others })
  const removed = await handle()
  if ((await sumOfRows(session, { target, columns, which: 'TRUE' })) !== before)
    throw removedOthers(`${target.database}.${target.name}`)
  return removed
}

/** The number of rows, and a sum over these values of them. */
async function sumOfRows(
  session: MysqlSession,
  {
    target,
    columns,
    which,
  }: { readonly target: TableName; readonly columns: readonly string[]; readonly which: string },
): Promise<string> {
  const values = columns.map((name) => `QUOTE(there.${quoteIdentifier(name)})`).join(', ')
  const [row] = await session.query(
    `SELECT CONCAT_WS(' ', COUNT(*), SUM(CRC32(CONCAT_WS(',', ${values})))) AS total FROM ${sqlName(target)} there WHERE ${which}`,
  )
  return row?.['total'] ?? ''
}

/** The columns of its foreign keys: what comes back to a table by foreign keys changes no others. */
async function referringColumns(session: MysqlSession, { database, name }: TableName): Promise<readonly string[]> {
  const rows = await session.query(
    `SELECT DISTINCT COLUMN_NAME AS name FROM information_schema.KEY_COLUMN_USAGE
     WHERE TABLE_SCHEMA = ${quoteLiteral(database)} AND TABLE_NAME = ${quoteLiteral(name)} AND REFERENCED_TABLE_NAME IS NOT NULL`,
  )
  return rows.map((row) => row['name'] ?? '')
}

/** Whether foreign keys of other tables lead away from the table and back, so that a removal may come to other rows of it. */
async function hasChain(session: MysqlSession, { database, name }: TableName): Promise<boolean> {
  const rows = await session.query(
    `SELECT TABLE_NAME AS own, REFERENCED_TABLE_NAME AS other, DELETE_RULE IN (${ACTIONS}) AS deletes, UPDATE_RULE IN (${ACTIONS}) AS updates
     FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = ${quoteLiteral(database)} AND TABLE_NAME <> REFERENCED_TABLE_NAME`,
  )
  const reached = new Set<string>()
  const begun = rows.filter(({ other, deletes }) => other === name && deletes === '1').map(({ own }) => own ?? '')
  for (let next = begun; next.length > 0; ) {
    for (const table of next) reached.add(table)
    next = rows
      .filter(({ other, deletes, updates }) => reached.has(other ?? '') && (deletes === '1' || updates === '1'))
      .flatMap(({ own }) => (own == null || reached.has(own) ? [] : [own]))
  }
  return reached.has(name)
}

/** What foreign keys do with rows whose other row goes or changes. */
const ACTIONS = `'CASCADE', 'SET NULL', 'SET DEFAULT'`

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
         AND r.DELETE_RULE IN (${ACTIONS})`,
  )
  const found = new Map<string, (readonly [own: string, other: string])[]>()
  for (const row of rows) {
    const known = found.get(String(row['name'])) ?? []
    found.set(String(row['name']), [...known, [String(row['own']), String(row['other'])]])
  }
  return found
}
