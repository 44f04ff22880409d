import type { DuckDBConnection } from '@duckdb/node-api'
import type native from '@duckdb/node-bindings'
import { presentAt } from './present.ts'
import { stepResources } from './step-resources.ts'

/** No limit: the parent measures the files of all processes together. */
const TEMPORARY_FILES = '100TB'
const FLUSHED_FROM = '4MB'
const FLUSHED_AT_ONCE_FROM = '8MB'

export interface OpenDuckdb {
  readonly connection: DuckDBConnection
  /** The calls of DuckDB behind its connection. */
  readonly native: typeof native
  close(): void
}

/** DuckDB returns infinity, NULL or a fraction; in Postgres whole numbers divide as whole numbers, and a division by zero fails. */
const DIVISIONS = [
  ['/', '//'],
  ['//', '//'],
  ['divide', '//'],
  ['%', '%'],
  ['mod', 'mod'],
].map(
  ([name, own]) => `CREATE MACRO "${name}"(a, b) AS
    CASE WHEN b = 0 AND a IS NOT NULL THEN error('division by zero') ELSE system.main."${own}"(a, b) END`,
)

/**
 * An empty in-memory DuckDB without network access and with a locked configuration.
 * @param folder for data that does not fit into memory, and the only place whose files it can access; without it a query must fit
 * @param moment what `now()` and its kind return, as ISO 8601 in UTC. Absent: the present of each statement
 */
export async function openDuckdb(folder = '', moment?: string): Promise<OpenDuckdb> {
  // A quarter of a small process's memory, which most processes never need.
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const { default: native } = await import('@duckdb/node-bindings')
  const { megabytes, threads } = stepResources()
  const instance = await DuckDBInstance.create(':memory:', {
    threads: folder === '' ? '1' : String(threads),
    memory_limit: `${megabytes}MB`,
    temp_directory: folder,
    max_temp_directory_size: TEMPORARY_FILES,
    // Free memory goes back to the system; otherwise half as much again is used besides the counted memory.
    allocator_flush_threshold: FLUSHED_FROM,
    allocator_bulk_deallocation_flush_threshold: FLUSHED_AT_ONCE_FROM,
    allocator_background_threads: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    // These errors include the position in the statement.
    errors_as_json: 'true',
  })
  const connection = await instance.connect()
  await connection.run(`SET TimeZone = 'UTC'`)
  const macros = moment === undefined ? DIVISIONS : [...DIVISIONS, ...presentAt(moment)]
  for (const statement of macros) await connection.run(statement)
  // The folder of temporary files stays accessible.
  await connection.run('SET enable_external_access = false')
  await connection.run('SET lock_configuration = true')
  return {
    connection,
    native,
    close: () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}
