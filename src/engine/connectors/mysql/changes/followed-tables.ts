import { defined } from '../../../../core/catalog/defined.ts'
import type { LoggedField, MirroredTable } from '../../../ports/change-source.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { hasNativeText } from '../rows/field-reading.ts'
import { characterSetOf } from '../schema/character-sets.ts'
import { describeTables, type Table, type TableColumn } from '../schema/describe-tables.ts'
import { namedCondition } from '../schema/named-condition.ts'
import type { ServerNames } from '../schema/server-names.ts'
import { entityName } from '../schema/table-name.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import { listOf } from '../structure/column-parts.ts'
import { type Decode, decoderOf } from './character-maps.ts'
import type { FollowedTable } from './log-tables.ts'

/** What the catalogue says now of tables that are followed. Those that it does not have are absent. @throws the server's own errors */
export async function followedTables(
  session: MysqlSession,
  wanted: ReadonlyMap<string, MirroredTable>,
  { parse, isForMysql }: Pick<ServerNames, 'parse'> & { readonly isForMysql: boolean },
): Promise<readonly FollowedTable[]> {
  const names = [...wanted.keys()].map((entity) => ({ entity, name: parse(entity) }))
  if (names.length === 0) return []
  const tables = await describeTables(session, { only: names.map(({ name }) => name) })
  const found = new Map(tables.map((table) => [entityName(table), table]))
  const decoders = await decodersOf(session, tables)
  const optional = await optionalColumns(session, tables)
  return names.flatMap(({ entity, name }) => {
    const table = found.get(entityName(name))
    const mirrored = wanted.get(entity)
    if (!table || !mirrored) return []
    const columns = table.columns.map((column) => ({
      field: fieldIn(column, isForMysql),
      isNative: isForMysql && isNative(column),
      name: column.name,
      type: column.type,
      decode: column.collation === undefined ? undefined : decoders.get(characterSetOf(column.collation)),
      words: /^(enum|set)\b/.test(column.type) ? listOf(column.type) : [],
      isGenerated: column.isGenerated,
      mayBeLeftOut: optional.has(columnKey(table, column)),
    }))
    return [{ entity, name, wanted: mirrored, columns, isForMysql }]
  })
}

const TEXT = /^(char|varchar|(tiny|medium|long)?text)\b/

const isNative = ({ type, collation }: TableColumn) =>
  hasNativeText(collation !== undefined && TEXT.test(type) ? `${type} collate ${collation}` : type)

const fieldIn = (column: TableColumn, isForMysql: boolean): LoggedField => {
  const { type, collation } = column
  return {
    type: collation === undefined ? type : `${type} collate ${collation}`,
    value: valueTypeOf(type),
    ...defined({ isNative: isForMysql && isNative(column) ? (true as const) : undefined }),
  }
}

async function decodersOf(
  session: MysqlSession,
  tables: readonly Table[],
): Promise<ReadonlyMap<string, Decode | undefined>> {
  const collations = tables.flatMap(({ columns }) => columns.flatMap(({ collation }) => collation ?? []))
  const decoders = new Map<string, Decode | undefined>()
  for (const name of new Set(collations.map(characterSetOf))) decoders.set(name, await decoderOf(session, name))
  return decoders
}

/** Columns that are NULL where a statement gives no value. */
async function optionalColumns(session: MysqlSession, tables: readonly Table[]): Promise<ReadonlySet<string>> {
  if (tables.length === 0) return new Set()
  const rows = await session.query(
    `SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name, COLUMN_NAME AS col FROM information_schema.COLUMNS
     WHERE ${namedCondition(tables)} AND IS_NULLABLE = 'YES' AND COALESCE(COLUMN_DEFAULT, 'NULL') = 'NULL'`,
  )
  return new Set(
    rows.map((row) => columnKey({ database: row['db'] ?? '', name: row['name'] ?? '' }, { name: row['col'] ?? '' })),
  )
}

const columnKey = (table: Pick<Table, 'database' | 'name'>, { name }: Pick<TableColumn, 'name'>) =>
  `${entityName(table)}\0${name}`
