import type { MysqlSession } from '../driver/mysql-session.ts'
import type { TableName } from '../schema/table-name.ts'

/** The character set that LOAD DATA gets for the text; `binary`: the bytes are used unchanged. */
export type TextCharacterSet = 'utf8mb4' | 'binary'

/** Columns whose value does not depend on the declared character set; for others MariaDB treats binary text as the stored bytes (`inet6`, `uuid`). */
const ALIKE = [
  ...['tinyint', 'smallint', 'mediumint', 'int', 'bigint', 'decimal', 'float', 'double'],
  ...['date', 'time', 'datetime', 'timestamp', 'year'],
  ...['char', 'varchar', 'tinytext', 'text', 'mediumtext', 'longtext'],
  ...['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob'],
]

/**
 * The best character set for the text of rows into a table. MariaDB checks each character with the character set, which costs a twelfth of its work and is
 * unnecessary if every column is `utf8mb4`: the column refuses invalid text. MySQL uses `utf8mb4`, because it refuses binary text for JSON (error 3144).
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
