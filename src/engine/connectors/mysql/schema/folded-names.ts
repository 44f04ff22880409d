import type { MysqlSession } from '../driver/mysql-session.ts'
import { entityName } from './table-name.ts'

/** One spelling for all names that the server takes for the same. */
export type FoldedName = (name: string) => string

/**
 * By `lower_case_table_names`: 0 tells upper and lower case apart, 1 stores names in lower case, and 2, as on macOS, stores them as they were
 * given, and compares them without case. Source: MySQL, "Identifier Case Sensitivity".
 * @param existing names that are there, for 2
 */
export function foldedNames(setting: string | null | undefined, existing: readonly string[] = []): FoldedName {
  if (setting === '1') return (name) => name.toLowerCase()
  if (setting !== '2') return (name) => name
  const spellings = new Map(existing.map((name) => [name.toLowerCase(), name]))
  return (name) => {
    const folded = name.toLowerCase()
    const spelled = spellings.get(folded) ?? name
    spellings.set(folded, spelled)
    return spelled
  }
}

/** Of all databases that the account sees, because a target may be in any of them. */
export async function existingNames(session: MysqlSession, setting: string | null | undefined): Promise<string[]> {
  if (setting !== '2') return []
  const rows = await session.query('SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name FROM information_schema.TABLES')
  return rows.map((row) => entityName({ database: row['db'] ?? '', name: row['name'] ?? '' }))
}
