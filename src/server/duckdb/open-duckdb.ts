import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

import { quoteText } from './quote-sql.ts'

/** What DuckDB may take of this machine; beyond it a query fails instead. */
const MEMORY = '256MB'
const TEMPORARY_FILES = '20GB'
const THREADS = '2'

export interface OpenDuckdb {
  readonly connection: DuckDBConnection
  close(): void
}

export interface DuckdbOptions {
  /** For what does not fit into memory; without it a query has to. */
  readonly folder?: string
  /** Whether statements may write files into the folder too; otherwise they reach no file at all. */
  readonly writesFiles?: boolean
}

/** An empty DuckDB in memory that reaches no network and no file outside of the folder, and whose settings nobody can change. */
export async function openDuckdb({ folder = '', writesFiles = false }: DuckdbOptions = {}): Promise<OpenDuckdb> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: THREADS,
    memory_limit: MEMORY,
    temp_directory: folder,
    max_temp_directory_size: TEMPORARY_FILES,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  await connection.run(`SET TimeZone = 'UTC'`)
  if (writesFiles) await connection.run(`SET allowed_directories = [${quoteText(folder)}]`)
  await connection.run('SET enable_external_access = false')
  await connection.run('SET lock_configuration = true')
  return {
    connection,
    close: () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}
