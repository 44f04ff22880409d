import { isMysqlSince8, type MysqlSession } from '../driver/mysql-session.ts'
import { quoteLiteral } from './quote-identifier.ts'
import { entityName, type TableName } from './table-name.ts'

/**
 * By the names of tables, the numbers that InnoDB gives to their files, which stay the same under another name. Other engines have none.
 * @returns nothing if the account lacks the right PROCESS
 */
export async function tableNumbers(
  session: MysqlSession,
  tables: readonly TableName[],
): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    return isMysqlSince8(session.facts) ? await ofTablespaces(session, tables) : await ofTables(session, tables)
  } catch (error) {
    if (error instanceof Error && 'errno' in error && error.errno === MISSING_RIGHT) return undefined
    throw error
  }
}

/** Source: MySQL, `ER_SPECIFIC_ACCESS_DENIED_ERROR`. */
const MISSING_RIGHT = 1227

/** Found by an index, because a server may have many. */
async function ofTablespaces(
  session: MysqlSession,
  tables: readonly TableName[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(tables.map((table) => [`${table.database}/${table.name}`, entityName(table)]))
  const escaped = (name: string) => name.replace(/[\\%_]/g, (sign) => `\\${sign}`)
  const partitions = [...names.keys()].map((name) => `NAME LIKE ${quoteLiteral(`${escaped(name)}${PARTITION}%`)}`)
  const rows = await session.query(
    `SELECT NAME AS name, SPACE AS number FROM information_schema.INNODB_TABLESPACES_BRIEF
     WHERE NAME IN (${[...names.keys()].map(quoteLiteral).join(', ')}) OR ${partitions.join(' OR ')} ORDER BY NAME`,
  )
  const found = Map.groupBy(rows, ({ name }) => names.get(name?.split(PARTITION)[0] ?? '') ?? '')
  return new Map([...found].map(([name, spaces]) => [name, spaces.map(({ number }) => number).join()]))
}

const PARTITION = '#p#'

/** Their names are spelled as those of files. */
async function ofTables(session: MysqlSession, tables: readonly TableName[]): Promise<ReadonlyMap<string, string>> {
  const wanted = tables.map(
    ({ database, name }) => `SELECT ${quoteLiteral(database)} AS db, ${quoteLiteral(name)} AS name`,
  )
  const rows = await session.query(
    `SELECT w.db, w.name, GROUP_CONCAT(t.TABLE_ID ORDER BY t.TABLE_ID) AS numbers
     FROM (${wanted.join(' UNION ALL ')}) w JOIN information_schema.INNODB_SYS_TABLES t ON BINARY SUBSTRING_INDEX(t.NAME, '#', 1)
       = CONCAT(BINARY CONVERT(w.db USING filename), '/', BINARY CONVERT(w.name USING filename))
     GROUP BY w.db, w.name`,
  )
  return new Map(
    rows.map(({ db, name, numbers }) => [entityName({ database: db ?? '', name: name ?? '' }), numbers ?? '']),
  )
}
