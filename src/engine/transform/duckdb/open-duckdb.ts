import type { DuckDBConnection } from '@duckdb/node-api'
import type native from '@duckdb/node-bindings'

/** What DuckDB may take of this machine; beyond it a query fails instead. */
const MEMORY = '192MB'
const TEMPORARY_FILES = '20GB'
/** Servers have the other cores: with two, a sort took as long, and 29 MB more. */
const THREADS = '1'
const FLUSHED_FROM = '4MB'
const FLUSHED_AT_ONCE_FROM = '8MB'

export interface OpenDuckdb {
  readonly connection: DuckDBConnection
  /** The calls of DuckDB that its connection is made of. */
  readonly native: typeof native
  close(): void
}

/** DuckDB gives infinity, NULL or a fraction; whole numbers divide as whole numbers in Postgres, and nothing by zero. */
const DIVISIONS = [
  ['/', '//'],
  ['//', '//'],
  ['%', '%'],
  ['mod', 'mod'],
].map(
  ([name, own]) => `CREATE MACRO "${name}"(a, b) AS
    CASE WHEN b = 0 AND a IS NOT NULL THEN error('division by zero') ELSE system.main."${own}"(a, b) END`,
)

/**
 * An empty DuckDB in memory that reaches no network and whose settings nobody can change.
 * @param folder for what does not fit into memory, and the only place whose files it reaches; without it a query has to fit
 */
export async function openDuckdb(folder = ''): Promise<OpenDuckdb> {
  // A quarter of a small process's memory, which most of them never need.
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const { default: native } = await import('@duckdb/node-bindings')
  const instance = await DuckDBInstance.create(':memory:', {
    threads: THREADS,
    memory_limit: MEMORY,
    temp_directory: folder,
    max_temp_directory_size: TEMPORARY_FILES,
    // What is free goes back to the system; else there is half as much again beside what is counted.
    allocator_flush_threshold: FLUSHED_FROM,
    allocator_bulk_deallocation_flush_threshold: FLUSHED_AT_ONCE_FROM,
    allocator_background_threads: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    // With them comes the place in the statement.
    errors_as_json: 'true',
  })
  const connection = await instance.connect()
  await connection.run(`SET TimeZone = 'UTC'`)
  for (const statement of DIVISIONS) await connection.run(statement)
  // The folder of temporary files stays within reach.
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
