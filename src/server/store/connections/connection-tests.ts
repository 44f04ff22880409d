import type { Query } from '../database/database.ts'

export interface ConnectionTestRow {
  readonly at: Date
  readonly ok: boolean
  /** The stage that failed. */
  readonly stage: string | null
  readonly milliseconds: number
}

/** The last tests of a connection, the newest first. */
export const listConnectionTests = (query: Query, connectionId: string, limit: number): Promise<ConnectionTestRow[]> =>
  query<ConnectionTestRow>(
    `select at, ok, stage, milliseconds from connection_tests where connection_id = $1 order by at desc limit $2`,
    [connectionId, limit],
  )

/** Deletes old tests. @returns the number of rows that are gone */
export async function expireConnectionTests(
  query: Query,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<number> {
  const gone = await query(
    `with old as (
       select connection_id, at from connection_tests where at < now() - $1 * interval '1 day' order by at limit $2)
     delete from connection_tests using old
     where connection_tests.connection_id = old.connection_id and connection_tests.at = old.at returning 1 as gone`,
    [days, limit],
  )
  return gone.length
}
