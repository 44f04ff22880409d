import pg from 'pg'

import { type Query, queryOn } from '../store/database/database.ts'

/** One open connection, and how names and texts are written into statements that take no parameters. */
export interface SqlConnection {
  readonly query: Query
  name(identifier: string): string
  text(literal: string): string
}

/** Connects, does the work, and disconnects whatever comes of it. */
export async function connected<T>(url: string, work: (connection: SqlConnection) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, statement_timeout: 60_000 })
  // A connection that is lost rejects the query under way; the event on top of that must only be heard.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work({
      query: queryOn(client),
      name: pg.escapeIdentifier,
      text: pg.escapeLiteral,
    })
  } finally {
    await client.end()
  }
}
