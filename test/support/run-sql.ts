import pg from 'pg'

import { withSession } from './postgres/kept-sessions.ts'

/** Runs statements on a database of the test. */
export const run = <Row extends object>(url: string, sql: string, values?: unknown[]): Promise<Row[]> =>
  withSession(url, {
    open: () => connect(url),
    use: async (client) => (await client.query<Row>(sql, values)).rows,
  })

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // A test may end every session of its server; what this one asks is refused then.
  client.on('error', () => {})
  await client.connect()
  return client
}
