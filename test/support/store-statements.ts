import type { Query } from '../../src/server/store/database/database.ts'
import { applyMigration, knownMigrations, prepareSchema } from '../../src/server/store/database/migrate.ts'

/** What `migrate` does with an empty database, but for the role, which is not of the database. */
export async function storeStatements(): Promise<readonly string[]> {
  const statements: string[] = []
  const record: Query = async (sql, values) => {
    statements.push(values ? sql.replaceAll(/\$(\d+)/g, (_, place: string) => literal(values[Number(place) - 1])) : sql)
    return []
  }
  await prepareSchema(record)
  for (const name of await knownMigrations()) await applyMigration(record, name)
  return statements
}

const literal = (value: unknown) => (value === null ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`)
