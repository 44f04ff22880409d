import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import type { MirrorableTable, MirrorHindrance, MirrorReadiness } from '../../../ports/mirror-readiness.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { characterSetOf } from '../schema/character-sets.ts'
import { describeTables, type Table, TRANSACTIONAL } from '../schema/describe-tables.ts'
import { namedCondition } from '../schema/named-condition.ts'
import type { ServerNames } from '../schema/server-names.ts'
import { entityName, sqlName } from '../schema/table-name.ts'
import { isReadableSet } from './character-maps.ts'
import { serverHindrances } from './server-readiness.ts'

/** Whether the tables can be mirrored. Changes nothing. @throws the server's own errors */
export async function mirrorReadiness(
  session: MysqlSession,
  entities: readonly string[],
  { parse }: Pick<ServerNames, 'parse'>,
): Promise<MirrorReadiness> {
  const names = entities.map((entity) => ({ entity, name: parse(entity) }))
  const tables = await describeTables(session, { only: names.map(({ name }) => name) })
  const found = new Map(tables.map((table) => [entityName(table), table]))
  const sets = await longestCodes(session)
  const cascades = await cascadesInto(session, tables)
  const compressed = await compressedColumns(session, tables)
  const read = names.map(({ entity, name }) => {
    const table = found.get(entityName(name))
    return table
      ? readTable(entity, table, {
          sets,
          parents: cascades.get(entityName(table)) ?? [],
          compressed: compressed.get(entityName(table)) ?? [],
        })
      : { hindrances: [{ entity, reason: sentence`${entity} does not exist, or the account does not see it.` }] }
  })
  return {
    hindrances: [...(await serverHindrances(session)), ...read.flatMap(({ hindrances }) => hindrances)],
    tables: read.flatMap((table) => ('table' in table ? [table.table] : [])),
  }
}

interface Surroundings {
  /** Bytes of the longest code, by character set. */
  readonly sets: ReadonlyMap<string, number>
  /** Tables whose deletes and changes the server carries on into this one, without a word in its log. */
  readonly parents: readonly string[]
  /** Columns that MariaDB compresses one by one. */
  readonly compressed: readonly string[]
}

function readTable(
  entity: string,
  table: Table,
  { sets, parents, compressed }: Surroundings,
): { readonly hindrances: readonly MirrorHindrance[]; readonly table: MirrorableTable } {
  const hindrances: MirrorHindrance[] = []
  const add = (reason: MirrorHindrance['reason'], statement?: string) =>
    hindrances.push({ entity, reason, ...defined({ statement }) })
  const name = sqlName(table)
  if (table.kind === 'view') add(sentence`${entity} is not a table: the log has no rows of it.`)
  else if (table.engine !== undefined && !TRANSACTIONAL.test(table.engine))
    add(
      sentence`${entity} is stored by ${table.engine}, which has no transactions: its rows cannot be copied and followed as of one moment.`,
      `ALTER TABLE ${name} ENGINE = InnoDB;`,
    )
  if (table.isVersioned)
    add(sentence`${entity} keeps old versions of its rows: the log does not tell them from the present ones.`)
  for (const column of table.columns) {
    if (compressed.includes(column.name))
      add(sentence`The values of ${entity}.${column.name} are compressed in the log in a way that cannot be read.`)
    const set = column.collation === undefined ? undefined : characterSetOf(column.collation)
    if (set !== undefined && !isReadableSet(set, sets.get(set) ?? 1))
      add(
        sentence`The values of ${entity}.${column.name} are in the character set ${set}, which cannot be read from the log.`,
      )
  }
  for (const parent of parents)
    add(
      sentence`A foreign key of ${entity} removes or changes its rows together with those of ${parent}, and the log does not say so.`,
    )
  const logged = table.columns.filter(({ isGenerated }) => !isGenerated)
  const key = table.columns
    .filter(({ keyPosition }) => keyPosition !== undefined)
    .sort((one, other) => (one.keyPosition ?? 0) - (other.keyPosition ?? 0))
  return {
    hindrances,
    table: {
      entity,
      columns: logged.map((column) => column.name),
      key: key.map((column) => column.name),
      computed: table.columns.filter(({ isGenerated }) => isGenerated).map((column) => column.name),
    },
  }
}

/** Of MariaDB, which says so in a comment of the type. */
async function compressedColumns(
  session: MysqlSession,
  tables: readonly Table[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (tables.length === 0) return new Map()
  const rows = await session.query(
    `SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name, COLUMN_NAME AS col FROM information_schema.COLUMNS
     WHERE ${namedCondition(tables)} AND COLUMN_TYPE LIKE '%/*%COMPRESSED%*/%' ORDER BY ORDINAL_POSITION`,
  )
  const byTable = Map.groupBy(rows, (row) => entityName({ database: row['db'] ?? '', name: row['name'] ?? '' }))
  return new Map([...byTable].map(([name, own]) => [name, own.map((row) => row['col'] ?? '')]))
}

async function longestCodes(session: MysqlSession): Promise<ReadonlyMap<string, number>> {
  const rows = await session.query(
    'SELECT CHARACTER_SET_NAME AS name, MAXLEN AS bytes FROM information_schema.CHARACTER_SETS',
  )
  return new Map(rows.map((row) => [row['name'] ?? '', Number(row['bytes'])]))
}

/** Source: MySQL, "FOREIGN KEY Constraints": cascaded changes are not in the binary log. */
async function cascadesInto(
  session: MysqlSession,
  tables: readonly Table[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const wanted = new Set(tables.map(entityName))
  const rows = await session.query(
    `SELECT CONSTRAINT_SCHEMA AS db, TABLE_NAME AS name, UNIQUE_CONSTRAINT_SCHEMA AS parent_db, REFERENCED_TABLE_NAME AS parent
     FROM information_schema.REFERENTIAL_CONSTRAINTS
     WHERE DELETE_RULE IN ('CASCADE', 'SET NULL', 'SET DEFAULT') OR UPDATE_RULE IN ('CASCADE', 'SET NULL', 'SET DEFAULT')`,
  )
  const children = new Map<string, string[]>()
  for (const row of rows) {
    const child = entityName({ database: row['db'] ?? '', name: row['name'] ?? '' })
    const parent = entityName({ database: row['parent_db'] ?? '', name: row['parent'] ?? '' })
    if (wanted.has(child)) children.set(child, [...(children.get(child) ?? []), parent])
  }
  return children
}
