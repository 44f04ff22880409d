import pg from 'pg'

import { type Query, queryOn } from '../store/database/database.ts'

/** One open connection, and functions that quote names and texts for statements without parameters. */
export interface SqlConnection {
  readonly query: Query
  name(identifier: string): string
  text(literal: string): string
}

/** Connects, runs the work, and always disconnects. */
export async function connected<T>(url: string, work: (connection: SqlConnection) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, statement_timeout: 60_000 })
  // A lost connection rejects the current query; the event only needs a listener.
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
