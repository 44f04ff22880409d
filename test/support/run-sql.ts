import pg from 'pg'

/** Runs statements on a database of the test. */
export async function run<Row extends object>(url: string, sql: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  // A test may end every session of its server; what this one asks is refused then.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}
