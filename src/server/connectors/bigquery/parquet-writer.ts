import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type OpenDuckdb, openDuckdb } from '../../duckdb/open-duckdb.ts'
import { quoteName, quoteText } from '../../duckdb/quote-sql.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import { CsvEncoder } from './csv-encoder.ts'

/** DuckDB keeps buffers of several times the longest line; this is enough for rows of no unusual size. */
const LEAST_LINE_LIMIT = 256 * 1024

/** DuckDB holds a group in memory; three times as many rows take a hundred megabytes more. */
const ROW_GROUP_ROWS = 40_960

export interface ParquetOptions {
  readonly columns: readonly BigqueryColumn[]
  /** Names of those that may not be NULL. */
  readonly required: readonly string[]
  /** Whether the last column is the row's number, which does not come with the row. */
  readonly isNumbered: boolean
  /** For files, and for what does not fit into memory; nothing else on this machine can be reached. */
  readonly folder: string
}

/** The first value that cannot stand in its column; rows count from 1. */
export interface RefusedValue {
  readonly row: number
  readonly column: BigqueryColumn
  readonly text: string | null
}

/** A file of CSV in the making. */
interface Part {
  readonly path: string
  readonly file: number
  /** Rows in the parts before it. */
  readonly before: number
}

/** Makes Parquet of rows of common text. DuckDB reads the texts itself, so no value becomes a JavaScript value. */
export class ParquetWriter {
  readonly #options: ParquetOptions
  readonly #duckdb: OpenDuckdb
  readonly #encoder: CsvEncoder
  #parts = 0
  #part: Part

  private constructor(options: ParquetOptions, duckdb: OpenDuckdb) {
    this.#options = options
    this.#duckdb = duckdb
    this.#encoder = new CsvEncoder({
      isNumbered: options.isNumbered,
      isPadded: options.columns.length === 1,
      write: (block) => writeSync(this.#part.file, block),
    })
    this.#part = this.#openPart()
  }

  static async open(options: ParquetOptions): Promise<ParquetWriter> {
    return new ParquetWriter(options, await openDuckdb(options.folder, 1))
  }

  /** All that were added. */
  get rows(): number {
    return this.#encoder.rows
  }

  add(frames: Buffer): void {
    this.#encoder.push(frames)
  }

  /**
   * Takes all rows that were added since the last time; more may be added while they become a file.
   * @returns a file of Parquet. @throws what `refuse` makes of a value that cannot stand in its column
   */
  async take(refuse: (value: RefusedValue) => Error): Promise<Buffer> {
    this.#encoder.flush()
    const part = this.#part
    const rows = this.rows - part.before
    this.#part = this.#openPart()
    closeSync(part.file)
    const path = `${part.path}.parquet`
    try {
      const { connection } = this.#duckdb
      const lines = this.#linesOf(part)
      const list = this.#options.columns.map(
        (column, at) => `${this.#valueOf(column, at)} AS ${quoteName(column.name)}`,
      )
      const made = await connection
        .run(
          `COPY (SELECT ${list.join(', ')} FROM ${lines}) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP_ROWS})`,
        )
        .catch(async (error: unknown) => {
          const refused = await this.#firstRefused(lines)
          throw refused ? refuse({ ...refused, row: refused.row + part.before }) : error
        })
      if (made.rowsChanged !== rows) throw new Error(`${rows} rows became ${made.rowsChanged} in Parquet`)
      return await readFile(path)
    } finally {
      await Promise.all([part.path, path].map((name) => rm(name, { force: true })))
    }
  }

  close(): void {
    closeSync(this.#part.file)
    this.#duckdb.close()
  }

  #openPart(): Part {
    const path = join(this.#options.folder, `part-${this.#parts++}`)
    return { path, file: openSync(path, 'w'), before: this.rows }
  }

  /** SQL of the texts in a file, in the order of its lines. */
  #linesOf({ path }: Part): string {
    const { columns } = this.#options
    const names = [...columns.map((_, at) => `c${at}`), ...(columns.length === 1 ? ['padding'] : [])]
    const options = [
      `auto_detect = false, header = false, delim = '\\t', quote = '"', escape = '"', new_line = '\\n', comment = ''`,
      `nullstr = '\\N', allow_quoted_nulls = false`,
      // Two readers would have to guess whether a newline is within quotes.
      'parallel = false',
      `max_line_size = ${Math.max(this.#encoder.longestLine, LEAST_LINE_LIMIT)}`,
      `columns = {${names.map((name) => `${name}: 'VARCHAR'`).join(', ')}}`,
    ]
    return `read_csv(${quoteText(path)}, ${options.join(', ')})`
  }

  /** SQL of a value; one that cannot stand in its column ends the query. */
  #valueOf(column: BigqueryColumn, at: number): string {
    const text = `c${at}`
    const refused = this.#refused(column, text)
    return refused === undefined
      ? column.parquet(text)
      : `CASE WHEN ${refused} THEN error('') ELSE ${column.parquet(text)} END`
  }

  /** SQL that holds for texts that cannot become a value of the column, as far as their form tells; undefined when all can. */
  #refused({ name, form }: BigqueryColumn, text: string): string | undefined {
    const conditions = [
      ...(this.#options.required.includes(name) ? [`${text} IS NULL`] : []),
      ...(form === undefined ? [] : [`NOT regexp_full_match(${text}, ${quoteText(form)})`]),
    ]
    return conditions.length === 0 ? undefined : conditions.join(' OR ')
  }

  async #firstRefused(lines: string): Promise<RefusedValue | undefined> {
    const found: RefusedValue[] = []
    for (const [at, column] of this.#options.columns.entries()) {
      const refused = this.#refused(column, 'text')
      if (refused === undefined) continue
      const cannot = column.tries ? ` OR text IS NOT NULL AND ${column.tries('text')} IS NULL` : ''
      const reader = await this.#duckdb.connection.runAndReadAll(
        `SELECT n::INTEGER, text FROM (SELECT row_number() OVER () AS n, c${at} AS text FROM ${lines}) WHERE ${refused}${cannot} ORDER BY n LIMIT 1`,
      )
      const [row, text] = reader.getRowsJS()[0] ?? []
      if (row !== undefined) found.push({ row: Number(row), column, text: typeof text === 'string' ? text : null })
    }
    return found.sort((one, other) => one.row - other.row)[0]
  }
}

/** @returns a file of Parquet that has these columns and no rows */
export async function emptyParquet(columns: readonly BigqueryColumn[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-parquet-'))
  const writer = await ParquetWriter.open({ columns, required: [], isNumbered: false, folder })
  try {
    return await writer.take(() => new Error('a row where none was added'))
  } finally {
    writer.close()
    await rm(folder, { recursive: true, force: true })
  }
}
