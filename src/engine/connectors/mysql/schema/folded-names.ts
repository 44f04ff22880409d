import type { TableName } from './table-name.ts'

/** One spelling for all names that the server takes for the same. */
export type FoldedName = (name: TableName) => TableName

/** What is there on a server that keeps names as they were given. */
interface ExistingNames {
  readonly databases: readonly string[]
  readonly tables: readonly TableName[]
}

/**
 * By `lower_case_table_names`: 0 tells upper and lower case apart, 1 stores names in lower case, and 2, as on macOS, stores them as they were
 * given, and compares them without case. Source: MySQL, "Identifier Case Sensitivity".
 * @param existing for 2
 */
export function foldedNames(setting: string | null | undefined, existing?: ExistingNames): FoldedName {
  if (setting === '1') return ({ database, name }) => ({ database: database.toLowerCase(), name: name.toLowerCase() })
  if (setting !== '2') return (table) => table
  const { databases = [], tables = [] } = existing ?? {}
  const ofDatabases = new Map(databases.map((database) => [database.toLowerCase(), database]))
  const ofTables = new Map(tables.map((table) => [keyOf(table), table]))
  return (table) => {
    const known = ofTables.get(keyOf(table))
    if (known) return known
    const database = ofDatabases.get(table.database.toLowerCase()) ?? table.database
    const spelled = { database, name: table.name }
    ofDatabases.set(database.toLowerCase(), database)
    ofTables.set(keyOf(table), spelled)
    return spelled
  }
}

const keyOf = ({ database, name }: TableName) => JSON.stringify([database.toLowerCase(), name.toLowerCase()])
