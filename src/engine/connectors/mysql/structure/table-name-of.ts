import type { TextRow } from '../driver/mysql-session.ts'
import { entityName } from '../schema/table-name.ts'

/** The entity name of the table of a row of the information schema. */
export const tableName = (row: TextRow): string => entityName({ database: row['db'] ?? '', name: row['name'] ?? '' })
