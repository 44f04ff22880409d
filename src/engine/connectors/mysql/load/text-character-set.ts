import type { MysqlSession } from '../driver/mysql-session.ts'
import type { TableName } from '../schema/table-name.ts'

/** What LOAD DATA is told that text is; `binary`: bytes that are taken over as they are. */
export type TextCharacterSet = 'utf8mb4' | 'binary'

/** Columns whose value is the same however the text is declared; of others MariaDB takes binary text for the stored bytes (`inet6`, `uuid`). */
const ALIKE = [
  ...['tinyint', 'smallint', 'mediumint', 'int', 'bigint', 'decimal', 'float', 'double'],
  ...['date', 'time', 'datetime', 'timestamp', 'year'],
  ...['char', 'varchar', 'tinytext', 'text', 'mediumtext', 'longtext'],
  ...['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob'],
]

/**
 * How the text of rows into a table is best declared. MariaDB asks the character set about each letter, which costs a twelfth of its work and is of no
 * use where every column holds `utf8mb4`: what is not, is refused by the column. MySQL keeps `utf8mb4`, because it refuses binary text for JSON (error 3144).
 */
export async function textCharacterSet(
  session: MysqlSession,
  { database, name }: TableName,
): Promise<TextCharacterSet> {
  if (!session.facts.isMariaDb) return 'utf8mb4'
  const [row] = await session.query(
    `SELECT COUNT(*) AS others FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?
     AND (DATA_TYPE NOT IN (${ALIKE.map(() => '?').join(', ')}) OR CHARACTER_SET_NAME <> 'utf8mb4')`,
    [database, name, ...ALIKE],
  )
  return row?.['others'] === '0' ? 'binary' : 'utf8mb4'
}
