import type { Query } from './database.ts'

/** @returns the names of the migrations that the store has */
export const listMigrations = async (query: Query): Promise<readonly string[]> =>
  (await query<{ name: string }>('select name from migrations')).map(({ name }) => name)
