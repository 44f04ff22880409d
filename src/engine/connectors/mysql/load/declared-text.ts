import type { MysqlSession } from '../driver/mysql-session.ts'
import type { FieldWriting, LoadedRows } from '../rows/field-writing.ts'
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
 * How the text of rows is declared to the server. Bytes that are no text must be refused, so it is `binary` where the column itself checks them: in
 * `utf8mb4`. MariaDB checks any declared text, which costs a twelfth of its work. MySQL takes an incomplete character at the end of a declared text
 * for an empty text without a warning, so there every text is `binary`, and is converted for other columns: JSON refuses bytes (error 3144), and
 * other character sets take them unchecked.
 */
export async function declaredText(
  session: MysqlSession,
  { database, name }: TableName,
  fields: readonly FieldWriting[],
): Promise<Pick<LoadedRows, 'fields' | 'characterSet'>> {
  const columns = await session.query(
    `SELECT COLUMN_NAME AS name, DATA_TYPE NOT IN (${ALIKE.map(() => '?').join(', ')}) OR COALESCE(CHARACTER_SET_NAME <> 'utf8mb4', FALSE) AS other
     FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?`,
    [...ALIKE, database, name],
  )
  const others = columns.flatMap((row) => (row['other'] === '1' ? (row['name'] ?? '').toLowerCase() : []))
  // A temporary table is not in the catalogue.
  if (columns.length === 0 || (session.facts.isMariaDb && others.length > 0)) return { fields, characterSet: 'utf8mb4' }
  const converted = (field: FieldWriting): FieldWriting =>
    field.wrap || !others.includes(field.column.toLowerCase())
      ? field
      : { ...field, wrap: (text) => `CONVERT(${text} USING utf8mb4)` }
  return { fields: fields.map(converted), characterSet: 'binary' }
}
