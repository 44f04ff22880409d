import type { VanishedHandling } from '../../../ports/vanished-rows.ts'
import type { KeyColumn } from '../../sql/key-ranges.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { attemptTable, type FenceKey, VANISHED_KINDS, type VanishedKind } from '../fence/fence.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { INTERNAL_PREFIX, sqlName, type TableName } from '../schema/table-name.ts'

export interface VanishingKey extends KeyColumn {
  /** In the target, with its collation. */
  readonly type: string
}

/** The target of an upsert whose vanished rows are removed or marked. */
export interface Vanishing {
  readonly key: readonly VanishingKey[]
  readonly handling: VanishedHandling
  /** Whether the target has the column for marks already. */
  readonly hasMarks: boolean
  /** Written columns that would get the time at which a row is marked. */
  readonly followingChanges: readonly string[]
}

/** Our tables with keys: of rows that have vanished, of the source to compare with, and of marked rows that exist again. */
export type VanishedTables = Readonly<Record<VanishedKind, TableName>>

/** @param temporary the staging table of a dry run, which only its session sees */
export function vanishedTables(fence: FenceKey, temporary?: TableName): VanishedTables {
  const named = (kind: VanishedKind) =>
    temporary ? { database: temporary.database, name: `${INTERNAL_PREFIX}${kind}` } : attemptTable(fence, kind)
  return { vanished: named('vanished'), compared: named('compared'), returned: named('returned') }
}

/** A server may accept only tables with a primary key (`sql_require_primary_key`); the keys that are kept may be too long for one. */
export const OWN_KEY = 'millrace_place BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY'

export async function stageVanished(
  session: MysqlSession,
  { key }: Vanishing,
  tables: VanishedTables,
  create: string,
): Promise<void> {
  const columns = key.map(({ name, type }) => `${quoteIdentifier(name)} ${type} NOT NULL`)
  const parts = key.map(({ name, type }) => `${quoteIdentifier(name)}${isLong(type) ? '(191)' : ''}`)
  for (const kind of VANISHED_KINDS)
    await session.query(
      `${create} ${sqlName(tables[kind])} (${OWN_KEY}, ${columns.join(', ')}, KEY (${parts.join(', ')})) ENGINE = InnoDB`,
    )
}

/** An index over such a column needs a length. */
const isLong = (type: string) => /^(tiny|medium|long)?(text|blob)\b/.test(type)

/** The condition that two rows have the same key. */
export const sameKey = (key: readonly KeyColumn[], one: string, other: string): string =>
  key.map(({ name }) => `${one}.${quoteIdentifier(name)} = ${other}.${quoteIdentifier(name)}`).join(' AND ')

/** Removes or marks the rows that were found, as part of the transaction that puts the others in place. @returns their number */
export async function handleVanished(
  session: MysqlSession,
  target: string,
  { key, handling, followingChanges }: Vanishing,
  tables: VanishedTables,
): Promise<number> {
  const { column, at } = handling
  const gone = `${target} there JOIN ${sqlName(tables.vanished)} gone ON ${sameKey(key, 'there', 'gone')}`
  if (column === undefined) return (await session.execute(`DELETE there FROM ${gone}`)).affectedRows
  const mark = `there.${quoteIdentifier(column)}`
  const kept = followingChanges
    .map((name) => `, there.${quoteIdentifier(name)} = there.${quoteIdentifier(name)}`)
    .join('')
  await session.execute(
    `UPDATE ${target} there JOIN ${sqlName(tables.returned)} again ON ${sameKey(key, 'there', 'again')} SET ${mark} = NULL${kept}`,
  )
  const moment = quoteLiteral(at.toISOString().replace('T', ' ').replace('Z', ''))
  return (await session.execute(`UPDATE ${gone} SET ${mark} = ${moment}${kept} WHERE ${mark} IS NULL`)).affectedRows
}
