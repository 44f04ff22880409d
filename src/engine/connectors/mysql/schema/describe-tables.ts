import type { EntityKind } from '../../../ports/connector.ts'
import { isMysqlSince8, type MysqlSession, type TextRow } from '../driver/mysql-session.ts'
import { MADE, type Made, madeOf } from './made-of-table.ts'
import { namedCondition } from './named-condition.ts'
import { quoteLiteral } from './quote-identifier.ts'
import { entityName, INTERNAL_PREFIX, type TableName } from './table-name.ts'

export interface TableColumn {
  readonly name: string
  /** The type in the server's notation, `json` if MariaDB stores JSON as a text with a check. */
  readonly type: string
  readonly nullable: boolean
  readonly keyPosition: number | undefined
  /** Whether the server computes the value. */
  readonly isGenerated: boolean
  readonly hasDefault: boolean
  /** Gives a row without a value one of its own, the next number or the time, although it is NOT NULL. Source: MySQL, "AUTO_INCREMENT", "LOAD DATA". */
  readonly fillsMissing: boolean
  /** Gets the time of each change (`ON UPDATE CURRENT_TIMESTAMP`). */
  readonly followsChanges: boolean
  /** Its default is an invalid date. */
  readonly hasZeroDefault: boolean
  readonly collation: string | undefined
  /** Whether the account may read it. */
  readonly isReadable: boolean
}

export interface Table extends TableName {
  readonly kind: EntityKind
  /** Absent for views. */
  readonly engine: string | undefined
  /** Keeps old versions of its rows (MariaDB). */
  readonly isVersioned: boolean
  readonly estimatedRows: number | undefined
  /** Estimated size with indexes. Absent for views. */
  readonly bytes: number | undefined
  readonly made: Made
  readonly columns: readonly TableColumn[]
}

/** Engines in which every statement of a transaction reads the same snapshot. */
export const TRANSACTIONAL = /^(InnoDB|ROCKSDB|TokuDB|ndbcluster)$/i

/** The tables and views of a database that the account may read, sorted by name, or only the named ones. Our own tables are left out. */
export async function describeTables(session: MysqlSession, asked: Wanted): Promise<readonly Table[]> {
  const wanted = 'only' in asked ? { only: asked.only.filter(isPossible) } : asked
  if ('only' in wanted && wanted.only.length === 0) return []
  const tables = await listTables(session, wanted)
  if (!('only' in wanted) || wanted.only.length === 1 || isMysqlSince8(session.facts)) return tables
  const found = new Set(tables.map(entityName))
  const missed = await tablesByName(
    session,
    wanted.only.filter((name) => !found.has(entityName(name))),
  )
  const late: Table[] = []
  for (const name of missed) late.push(...(await listTables(session, { only: [name] })))
  return [...tables, ...late]
}

/**
 * The existing ones of the named tables. MariaDB and MySQL before 8 list several tables by reading the folder of their database, and miss a table
 * that is being renamed at that moment; for a single name they wait for the rename.
 */
async function tablesByName(session: MysqlSession, names: readonly TableName[]): Promise<readonly TableName[]> {
  const found = new Set<string>()
  for (let at = 0; at < names.length; at += LOOKUPS_AT_ONCE) {
    const lookups = names.slice(at, at + LOOKUPS_AT_ONCE).map(
      (name) =>
        // The estimate makes the server open the table, and therefore wait.
        `SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name, TABLE_ROWS AS estimate FROM information_schema.TABLES WHERE ${namedCondition([name])}`,
    )
    for (const row of await session.query(lookups.join(' UNION ALL ')))
      found.add(entityName({ database: row['db'] ?? '', name: row['name'] ?? '' }))
  }
  return names.filter((name) => found.has(entityName(name)))
}

/** A longer statement would be refused by small servers. */
const LOOKUPS_AT_ONCE = 300

type Wanted = { readonly database: string } | { readonly only: readonly TableName[] }

/** The server stores no such name, and compares its own with none. */
const isPossible = ({ database, name }: TableName) => !/[\u{10000}-\u{10ffff}]/u.test(database + name)

async function listTables(session: MysqlSession, wanted: Wanted): Promise<readonly Table[]> {
  const where = 'only' in wanted ? namedCondition(wanted.only) : `TABLE_SCHEMA = ${quoteLiteral(wanted.database)}`
  const tables = await session.query(
    `SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name, TABLE_TYPE AS type, ENGINE AS engine, TABLE_ROWS AS estimate, DATA_LENGTH + INDEX_LENGTH AS bytes, CREATE_OPTIONS AS options, ${MADE}
     FROM information_schema.TABLES WHERE ${where} AND TABLE_TYPE IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED')
     ORDER BY BINARY TABLE_SCHEMA, BINARY TABLE_NAME`,
  )
  const keys = groupByTable(
    await session.query(
      `SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name, COLUMN_NAME AS col, SEQ_IN_INDEX AS position
       FROM information_schema.STATISTICS WHERE ${where} AND INDEX_NAME = 'PRIMARY'`,
    ),
  )
  const named = 'only' in wanted && new Set(wanted.only.map(entityName))
  const json = session.facts.isMariaDb ? await jsonColumns(session, where) : new Set<string>()

  const found: Table[] = []
  for (let at = 0; at < tables.length; at += TABLES_AT_ONCE) {
    const some = tables.slice(at, at + TABLES_AT_ONCE)
    const names = some.map((row) => ({ database: row['db'] ?? '', name: row['name'] ?? '' }))
    const columns = await columnsOf(session, tables.length > TABLES_AT_ONCE ? namedCondition(names) : where)
    found.push(...some.flatMap((row) => tableOf(row, columns)))
  }
  return found

  function tableOf(row: TextRow, columns: ReadonlyMap<string, readonly TextRow[]>): readonly Table[] {
    const table = { database: row['db'] ?? '', name: row['name'] ?? '' }
    // In its own tables the server compares names without case, regardless of its settings.
    if (named && !named.has(entityName(table))) return []
    const own = columns.get(keyOf(row)) ?? []
    if (table.name.startsWith(INTERNAL_PREFIX) || !own.some(isReadable)) return []
    const positions = new Map((keys.get(keyOf(row)) ?? []).map((key) => [key['col'], Number(key['position'])]))
    return [
      {
        ...table,
        kind: kindOf(row),
        engine: row['engine'] ?? undefined,
        isVersioned: row['type'] === 'SYSTEM VERSIONED',
        estimatedRows: row['type'] === 'VIEW' || row['estimate'] == null ? undefined : Number(row['estimate']),
        bytes: row['type'] === 'VIEW' || row['bytes'] == null ? undefined : Number(row['bytes']),
        made: madeOf(row, own),
        columns: own.map((column) => columnOf(column, positions.get(column['col'] ?? ''), json)),
      },
    ]
  }
}

/** A row for each column: those of all tables of a large database would be more than one answer may have. */
const TABLES_AT_ONCE = 200

const columnsOf = async (session: MysqlSession, where: string) =>
  groupByTable(
    await session.query(
      `SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name, COLUMN_NAME AS col, COLUMN_TYPE AS type, IS_NULLABLE AS nullable, EXTRA AS extra,
         COLUMN_DEFAULT IS NOT NULL AS has_default, COLUMN_DEFAULT AS default_value, COLLATION_NAME AS collation, PRIVILEGES AS privileges
       FROM information_schema.COLUMNS WHERE ${where} ORDER BY TABLE_NAME, ORDINAL_POSITION`,
    ),
  )

function columnOf(row: TextRow, keyPosition: number | undefined, json: ReadonlySet<string>): TableColumn {
  const extra = row['extra'] ?? ''
  // MariaDB writes attributes that MySQL does not have as comments.
  const type = (row['type'] ?? '').replace(/\/\*.*?\*\//g, '').trim()
  return {
    name: row['col'] ?? '',
    type: json.has(`${keyOf(row)}\0${row['col']}`) ? 'json' : type,
    nullable: row['nullable'] === 'YES',
    keyPosition,
    isGenerated: /GENERATED/.test(extra) && !/DEFAULT_GENERATED/.test(extra),
    hasDefault: row['has_default'] === '1' || /auto_increment|DEFAULT_GENERATED/i.test(extra),
    fillsMissing: row['nullable'] !== 'YES' && (/^timestamp/.test(type) || /auto_increment/i.test(extra)),
    followsChanges: /on update/i.test(extra),
    hasZeroDefault: /^(date|timestamp)/.test(type) && /^'?0000-00-00/.test(row['default_value'] ?? ''),
    collation: row['collation'] ?? undefined,
    isReadable: isReadable(row),
  }
}

const isReadable = (column: TextRow) => /\bselect\b/.test(column['privileges'] ?? '')

function kindOf(row: TextRow): EntityKind {
  if (row['type'] === 'VIEW') return 'view'
  return /\bpartitioned\b/.test(row['options'] ?? '') ? 'partitioned table' : 'table'
}

/** MariaDB's JSON is text with the check `json_valid`. */
async function jsonColumns(session: MysqlSession, where: string): Promise<ReadonlySet<string>> {
  const rows = await session
    .query(
      `SELECT CONSTRAINT_SCHEMA AS db, TABLE_NAME AS name, CONSTRAINT_NAME AS col, CHECK_CLAUSE AS clause
       FROM information_schema.CHECK_CONSTRAINTS WHERE ${where.replaceAll('TABLE_SCHEMA', 'CONSTRAINT_SCHEMA')} AND CHECK_CLAUSE LIKE 'json\\_valid(%'`,
    )
    // MariaDB before 10.2 has no check constraints.
    .catch(() => [])
  return new Set(
    rows
      .filter((row) => row['clause'] === `json_valid(\`${row['col']?.replaceAll('`', '``')}\`)`)
      .map((row) => `${keyOf(row)}\0${row['col']}`),
  )
}

const keyOf = (row: TextRow) => `${row['db']}\0${row['name']}`

const groupByTable = (rows: readonly TextRow[]) => Map.groupBy(rows, keyOf)
