import type { Query } from '../database/database.ts'

/** Those of these runs that exist, and whose end nobody has requested. */
export const findWanted = async (query: Query, runIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const found = await query<{ id: string }>('select id from runs where id = any($1) and cancel_requested_at is null', [
    runIds,
  ])
  return new Set(found.map(({ id }) => id))
}
