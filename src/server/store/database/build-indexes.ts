import pg from 'pg'

import type { Query } from './database.ts'

/** As migrations write an index of a table that may be long, over columns that it had before. */
const LARGE_INDEX = /^create (unique )?index if not exists (\w+) on [^;]+;/gm

/**
 * Builds the large indexes of migrations while others write, outside of a transaction: within one, no run could start or end meanwhile, which takes
 * a quarter of a minute for a million runs. A migration finds its index there. One that cannot be built yet, because the store has no such table or
 * column, the migration builds itself. After a kill, what was built half is built again.
 */
export async function buildIndexes(query: Query, migrations: readonly string[]): Promise<void> {
  for (const sql of migrations)
    for (const [statement, unique = '', name = ''] of sql.matchAll(LARGE_INDEX)) {
      await dropUnfinished(query, name)
      await query(statement.replace(`create ${unique}index`, `create ${unique}index concurrently`)).catch(unlessLater)
    }
}

/** Postgres keeps an index that it could not finish, and no statement uses it. */
async function dropUnfinished(query: Query, name: string): Promise<void> {
  const found = await query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [name])
  if (found.length > 0) await query(`drop index concurrently ${name}`)
}

const NOT_THERE = ['42P01', '42703']

function unlessLater(error: unknown): void {
  if (!(error instanceof pg.DatabaseError && NOT_THERE.includes(error.code ?? ''))) throw error
}
