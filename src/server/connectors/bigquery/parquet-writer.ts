import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type DuckDBAppender, DuckDBDataChunk, VARCHAR } from '@duckdb/node-api'

import { type OpenDuckdb, openDuckdb } from '../../duckdb/open-duckdb.ts'
import type { Field } from '../common-text/row-encoder.ts'
import type { BigqueryColumn } from './bigquery-column.ts'

/** What DuckDB hands over at once; its own vectors have this size. */
const CHUNK_ROWS = 2_048

/** Makes Parquet of rows of common text. DuckDB reads the texts itself, so no value passes through a JavaScript number. */
export class ParquetWriter {
  readonly #columns: readonly BigqueryColumn[]
  readonly #folder: string
  readonly #duckdb: OpenDuckdb
  #appender: DuckDBAppender
  #waiting: (readonly Field[])[] = []
  #files = 0

  private constructor(
    columns: readonly BigqueryColumn[],
    folder: string,
    duckdb: OpenDuckdb,
    appender: DuckDBAppender,
  ) {
    this.#columns = columns
    this.#folder = folder
    this.#duckdb = duckdb
    this.#appender = appender
  }

  /** @param folder for the files, and for what does not fit into memory; nothing else on this machine can be reached */
  static async open(columns: readonly BigqueryColumn[], folder: string): Promise<ParquetWriter> {
    const duckdb = await openDuckdb(folder)
    const { connection } = duckdb
    await connection.run(`CREATE TABLE staged (${columns.map((_, at) => `c${at} VARCHAR`).join(', ')})`)
    return new ParquetWriter(columns, folder, duckdb, await connection.createAppender('staged'))
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
    const { connection } = this.#duckdb
    await connection.run(
      `COPY (SELECT ${list} FROM staged) TO '${path.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd)`,
    )
    await connection.run('TRUNCATE staged')
    this.#appender = await connection.createAppender('staged')
    const bytes = await readFile(path)
    await rm(path)
    return bytes
  }

  close(): void {
    this.#appender.closeSync()
    this.#duckdb.close()
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

/** @returns a file of Parquet that has these columns and no rows */
export async function emptyParquet(columns: readonly BigqueryColumn[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-parquet-'))
  const writer = await ParquetWriter.open(columns, folder)
  try {
    return await writer.take()
  } finally {
    writer.close()
    await rm(folder, { recursive: true, force: true })
  }
}
