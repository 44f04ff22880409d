import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { type DuckDBAppender, type DuckDBConnection, DuckDBDataChunk, DuckDBInstance, VARCHAR } from '@duckdb/node-api'

import type { Field } from '../common-text/row-encoder.ts'
import type { BigqueryColumn } from './bigquery-column.ts'

/** What DuckDB hands over at once; its own vectors have this size. */
const CHUNK_ROWS = 2_048

/** Makes Parquet of rows of common text. DuckDB reads the texts itself, so no value passes through a JavaScript number. */
export class ParquetWriter {
  readonly #columns: readonly BigqueryColumn[]
  readonly #folder: string
  readonly #connection: DuckDBConnection
  readonly #instance: DuckDBInstance
  #appender: DuckDBAppender
  #waiting: (readonly Field[])[] = []
  #files = 0

  private constructor(
    columns: readonly BigqueryColumn[],
    folder: string,
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    appender: DuckDBAppender,
  ) {
    this.#columns = columns
    this.#folder = folder
    this.#instance = instance
    this.#connection = connection
    this.#appender = appender
  }

  /** @param folder for the files, and for what does not fit into memory; nothing else on this machine can be reached */
  static async open(columns: readonly BigqueryColumn[], folder: string): Promise<ParquetWriter> {
    const instance = await DuckDBInstance.create(':memory:', {
      threads: '2',
      memory_limit: '256MB',
      temp_directory: folder,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    })
    const connection = await instance.connect()
    await connection.run(`SET TimeZone = 'UTC'`)
    await connection.run(`SET allowed_directories = ['${folder.replaceAll("'", "''")}']`)
    await connection.run('SET enable_external_access = false')
    await connection.run('SET lock_configuration = true')
    await connection.run(`CREATE TABLE staged (${columns.map((_, at) => `c${at} VARCHAR`).join(', ')})`)
    return new ParquetWriter(columns, folder, instance, connection, await connection.createAppender('staged'))
  }

  add(row: readonly Field[]): void {
    this.#waiting.push(row)
    if (this.#waiting.length === CHUNK_ROWS) this.#append()
  }

  /** Takes all rows that were added since the last time. @returns a file of Parquet */
  async take(): Promise<Buffer> {
    this.#append()
    this.#appender.closeSync()
    const path = join(this.#folder, `part-${this.#files++}.parquet`)
    const list = this.#columns.map(({ name, parquet }, at) => `${parquet(`c${at}`)} AS "${name}"`).join(', ')
    await this.#connection.run(
      `COPY (SELECT ${list} FROM staged) TO '${path.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd)`,
    )
    await this.#connection.run('TRUNCATE staged')
    this.#appender = await this.#connection.createAppender('staged')
    const bytes = await readFile(path)
    await rm(path)
    return bytes
  }

  close(): void {
    this.#appender.closeSync()
    this.#connection.closeSync()
    this.#instance.closeSync()
  }

  #append(): void {
    const rows = this.#waiting
    if (rows.length === 0) return
    this.#waiting = []
    const chunk = DuckDBDataChunk.create(
      this.#columns.map(() => VARCHAR),
      rows.length,
    )
    chunk.setColumns(this.#columns.map((_, at) => rows.map((row) => row[at] ?? null)))
    this.#appender.appendDataChunk(chunk)
  }
}
