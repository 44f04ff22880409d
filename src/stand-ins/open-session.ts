import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { textDecoder } from '@duckdb/node-api/lib/vectors/dataAccessors.js'

// The driver's own leaves out U+FEFF at the beginning of a text.
textDecoder.decode = (bytes: Uint8Array) => Buffer.from(bytes).toString()

/** One for all: to start and stop one takes ten times as long as most of what it is asked. */
let instance: Promise<DuckDBInstance> | undefined

/** A session of DuckDB in UTC. Its temporary tables are its own, and go when the caller closes it. */
export async function openSession(): Promise<DuckDBConnection> {
  // Questions are small, and each file is read once.
  instance ??= DuckDBInstance.create(':memory:', { threads: '1', enable_external_file_cache: 'false' })
  const session = await (await instance).connect()
  await session.run(`SET TimeZone = 'UTC'`)
  return session
}
