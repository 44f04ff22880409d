import type { DatabaseStructure, StructurePart } from '../../../ports/table-structure.ts'
import type { MysqlSession, ServerFacts, TextRow } from '../driver/mysql-session.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { entityName, sqlName, type TableName } from '../schema/table-name.ts'
import { clauseParts } from './clause-parts.ts'
import { columnParts } from './column-parts.ts'
import { checkParts, foreignKeyParts, tableParts } from './constraint-parts.ts'
import { indexParts } from './index-parts.ts'
import { omittedParts, storageParts } from './omitted-parts.ts'
import { tableName } from './table-name-of.ts'
import { viewParts } from './view-parts.ts'

/** Names of one statement, because a server limits its length. */
const AT_ONCE = 300

/** What the information schema says about tables. @throws the server's own errors */
export async function readStructure(
  session: MysqlSession,
  tables: readonly TableName[],
  database: string,
): Promise<DatabaseStructure> {
  const rows = async (statement: (where: string) => string): Promise<readonly TextRow[]> => {
    const found: TextRow[] = []
    for (let at = 0; at < tables.length; at += AT_ONCE)
      found.push(...(await session.query(statement(among(tables.slice(at, at + AT_ONCE))))))
    return ofTables(found, tables)
  }
  const described: TextRow[] = []
  for (const row of await rows(COLUMNS(hasReferenceSystems(session.facts))))
    described.push(hasCutDefault(row) ? await withDefault(session, row) : row)
  const columns = described.map((row) => columnParts(row, session.facts.isMariaDb))
  const infos = await rows(TABLES)
  const counters = new Map(infos.map((row) => [tableName(row), row['counter']]))
  const views = await viewParts(session, database)
  const parts: StructurePart[] = [
    ...columns.flatMap((each) => each.parts.map((part) => withCounter(part, counters))),
    ...indexParts(session.facts.isMariaDb ? await rows(INDEXES) : await shownIndexes(session, tables)),
    ...checkParts(await rows(CHECKS(session.facts.isMariaDb)).catch(() => []), session.facts.isMariaDb),
    ...foreignKeyParts(await rows(FOREIGN_KEYS)),
    ...infos.flatMap(tableParts),
    ...views.parts,
  ]
  const left = [
    ...columns.flatMap((each) => each.left),
    ...views.left,
    ...infos.flatMap(storageParts),
    ...(await clauseParts(session, tables)),
    ...(await omittedParts(session, database, rows)),
  ]
  return { system: 'mysql', parts, left, owners: [] }
}

/** The indexes and foreign keys of a table. @throws the server's own errors */
export async function readRules(session: MysqlSession, table: TableName): Promise<readonly StructurePart[]> {
  const where = among([table])
  const own = async (statement: string) => ofTables(await session.query(statement), [table])
  const indexes = session.facts.isMariaDb ? await own(INDEXES(where)) : await shownIndexes(session, [table])
  return [...indexParts(indexes), ...foreignKeyParts(await own(FOREIGN_KEYS(where)))]
}

/** In its own tables the server compares names without case and accents, regardless of its settings. */
function ofTables(rows: readonly TextRow[], tables: readonly TableName[]): readonly TextRow[] {
  const names = new Set(tables.map(entityName))
  return rows.filter(({ db, name }) => names.has(entityName({ database: db ?? '', name: name ?? '' })))
}

/** MySQL shows the bytes of a default as 0x…, but only those before the first zero byte. */
const hasCutDefault = ({ kind, value }: TextRow): boolean =>
  /binary$/.test(kind ?? '') && value?.startsWith('0x') === true

async function withDefault(session: MysqlSession, row: TextRow): Promise<TextRow> {
  const place = sqlName({ database: row['db'] ?? '', name: row['name'] ?? '' })
  // The join has one row although the table may have none.
  const [found] = await session.query(
    `SELECT HEX(DEFAULT(${quoteIdentifier(row['col'] ?? '')})) AS bytes FROM (SELECT 1) one LEFT JOIN ${place} ON FALSE`,
  )
  return { ...row, value: `0x${found?.['bytes'] ?? ''}` }
}

/** The next number of a table, less one: the last that it gave. */
function withCounter(part: StructurePart, counters: ReadonlyMap<string, string | null | undefined>): StructurePart {
  const next = counters.get(part.table)
  if (part.kind !== 'identity' || next == null || BigInt(next) <= 1n) return part
  return { ...part, rules: { ...part.rules, last: String(BigInt(next) - 1n) } }
}

const among = (tables: readonly TableName[]): string =>
  [...Map.groupBy(tables, ({ database }) => database)]
    .map(
      ([database, own]) =>
        `(t.TABLE_SCHEMA = ${quoteLiteral(database)} AND t.TABLE_NAME IN (${own.map(({ name }) => quoteLiteral(name)).join(', ')}))`,
    )
    .join(' OR ')

const hasReferenceSystems = ({ isMariaDb, version }: ServerFacts) => !isMariaDb && Number.parseInt(version, 10) >= 8

const COLUMNS = (hasReferenceSystems: boolean) => (where: string) =>
  `SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name, COLUMN_NAME AS col, COLUMN_TYPE AS type, DATA_TYPE AS kind, IS_NULLABLE AS nullable, COLUMN_DEFAULT AS value,
     EXTRA AS extra, COLUMN_COMMENT AS comment, DATETIME_PRECISION AS digits, ${hasReferenceSystems ? 'SRS_ID' : 'NULL'} AS srid FROM information_schema.COLUMNS t WHERE ${where}
   ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION`

const TABLES = (where: string) =>
  `SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name, TABLE_COMMENT AS comment, TABLE_COLLATION AS collation, AUTO_INCREMENT AS counter, ENGINE AS engine, CREATE_OPTIONS AS options
   FROM information_schema.TABLES t WHERE ${where} ORDER BY TABLE_SCHEMA, TABLE_NAME`

/** MariaDB has no indexes of expressions. In the order of the server, which is that of the table. */
const INDEXES = (where: string) =>
  `SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name, INDEX_NAME AS own, NON_UNIQUE AS repeats, COLUMN_NAME AS col, SUB_PART AS part, INDEX_TYPE AS method,
     INDEX_COMMENT AS comment, SEQ_IN_INDEX AS place, COLLATION AS direction, NULL AS expression, IGNORED = 'YES' AS hidden
   FROM information_schema.STATISTICS t WHERE ${where}`

/** MySQL tells the order of the indexes of a table nowhere else. */
async function shownIndexes(session: MysqlSession, tables: readonly TableName[]): Promise<readonly TextRow[]> {
  const found: TextRow[] = []
  for (const table of tables)
    for (const row of await session.query(`SHOW INDEX FROM ${sqlName(table)}`))
      found.push({
        db: table.database,
        name: table.name,
        own: row['Key_name'] ?? null,
        repeats: row['Non_unique'] ?? null,
        col: row['Column_name'] ?? null,
        part: row['Sub_part'] ?? null,
        method: row['Index_type'] ?? null,
        comment: row['Index_comment'] ?? null,
        place: row['Seq_in_index'] ?? null,
        direction: row['Collation'] ?? null,
        expression: row['Expression'] ?? null,
        hidden: row['Visible'] === 'NO' ? '1' : '0',
      })
  return found
}

const CHECKS = (isMariaDb: boolean) => (where: string) =>
  isMariaDb
    ? `SELECT t.CONSTRAINT_SCHEMA AS db, t.TABLE_NAME AS name, CONSTRAINT_NAME AS own, CHECK_CLAUSE AS clause, LEVEL AS level
       FROM information_schema.CHECK_CONSTRAINTS t WHERE ${where.replaceAll('t.TABLE_SCHEMA', 't.CONSTRAINT_SCHEMA')} ORDER BY 1, 2, 3`
    : `SELECT t.TABLE_SCHEMA AS db, t.TABLE_NAME AS name, t.CONSTRAINT_NAME AS own, c.CHECK_CLAUSE AS clause, 'Table' AS level, t.ENFORCED AS enforced
       FROM information_schema.TABLE_CONSTRAINTS t JOIN information_schema.CHECK_CONSTRAINTS c USING (CONSTRAINT_SCHEMA, CONSTRAINT_NAME)
       WHERE t.CONSTRAINT_TYPE = 'CHECK' AND (${where}) ORDER BY 1, 2, 3`

const FOREIGN_KEYS = (where: string) =>
  `SELECT t.TABLE_SCHEMA AS db, t.TABLE_NAME AS name, t.CONSTRAINT_NAME AS own, t.COLUMN_NAME AS col, t.REFERENCED_TABLE_SCHEMA AS to_db, t.REFERENCED_TABLE_NAME AS to_name,
     t.REFERENCED_COLUMN_NAME AS to_col, r.UPDATE_RULE AS on_update, r.DELETE_RULE AS on_delete
   FROM information_schema.KEY_COLUMN_USAGE t JOIN information_schema.REFERENTIAL_CONSTRAINTS r ON r.CONSTRAINT_SCHEMA = t.CONSTRAINT_SCHEMA
     AND r.CONSTRAINT_NAME = t.CONSTRAINT_NAME AND r.TABLE_NAME = t.TABLE_NAME
   WHERE t.REFERENCED_TABLE_NAME IS NOT NULL AND (${where}) ORDER BY t.TABLE_SCHEMA, t.TABLE_NAME, t.CONSTRAINT_NAME, t.ORDINAL_POSITION`
