import { AssertionError } from 'node:assert'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { RowSink } from '../../ports/source.ts'
import { duckdbErrorOf } from '../duckdb/duckdb-error.ts'
import { explainExecution, tooLarge } from '../duckdb/explain-duckdb.ts'
import { framesOfRows } from '../duckdb/frames-of-rows.ts'
import { type OpenDuckdb, openDuckdb } from '../duckdb/open-duckdb.ts'
import { bindParameters, whileNotAborted } from '../duckdb/query-runner.ts'
import { stepResources } from '../duckdb/step-resources.ts'
import type { BoundSteps, LoadedStream } from '../steps/bind-steps.ts'
import { type Batch, BatchSink } from './batch-sink.ts'
import {
  leavingColumns,
  NOT_READ,
  neededColumns,
  STATEMENT_BYTES,
  tracedStatement,
  wholeStatement,
} from './batch-statement.ts'
import { RowFile } from './row-file.ts'
import { RowWiseTransform } from './row-wise-transform.ts'

export interface TransformOptions {
  readonly steps: BoundSteps
  /** The columns to pass on, in this order. */
  readonly columns: readonly string[]
  /** Whether the fields of the stream's row follow those of each output row. The steps must be traceable. */
  readonly isTraced?: boolean
  /** The salt for hashes of this organization. */
  readonly salt: string
  /** See `openDuckdb`. */
  readonly moment?: string | undefined
  readonly signal: AbortSignal
  /** The folder in which the stream's own folder is created. */
  readonly folder: string
}

/** The receiver of the output rows; awaited, so that a slow destination slows down the source. */
export type PassOn = (frames: Buffer, rows: number) => Promise<void>

/** Reads these columns of rows of common text into a sink until the end. @returns the number of rows */
export type ReadRows = (columns: readonly string[], sink: RowSink, signal: AbortSignal) => Promise<number>

/** How many chunks of rows may wait for the garbage collector, which sees a small object for 32 kB of DuckDB. */
const WAITING_CHUNKS = 8

/** Size of a write to a file, in bytes. */
const WRITE_BYTES = 256 * 1024

interface Feed {
  readonly stream: LoadedStream
  /** Columns, by number. */
  readonly needed: readonly number[]
  readonly read: ReadRows
  /** How much of it is processed at once. */
  readonly bytes: number
}

/** Sends one stream's rows through its steps, in a separate DuckDB whose folder is deleted at the end. */
export class StreamTransform {
  readonly #options: TransformOptions
  readonly #duckdb: OpenDuckdb
  readonly #folder: string
  /** By the streams' tables. */
  readonly #files = new Map<string, RowFile>()

  private constructor(options: TransformOptions, duckdb: OpenDuckdb, folder: string) {
    this.#options = options
    this.#duckdb = duckdb
    this.#folder = folder
  }

  static async open(options: TransformOptions): Promise<StreamTransform> {
    const folder = await mkdtemp(join(options.folder, 'stream-'))
    return new StreamTransform(options, await openDuckdb(folder, options.moment), folder)
  }

  /**
   * Reads the stream, and before it the streams that its joins need, and passes on the result of the steps.
   * @param readOther rows of another stream of the source. @returns the number of rows at the first step: all, unless the steps needed fewer.
   * @throws ConnectorError, or the signal's reason
   */
  async run(read: ReadRows, readOther: (stream: LoadedStream) => ReadRows, passOn: PassOn): Promise<number> {
    const { steps } = this.#options
    if (steps.isRowWise) return this.#rowWise(read, passOn)
    for (const stream of steps.others) await this.#load(stream, readOther(stream))
    const rows = await this.#load(steps.main, read)
    await this.#whole(passOn)
    return rows
  }

  async close(): Promise<void> {
    this.#duckdb.close()
    for (const file of this.#files.values()) file.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #rowWise(read: ReadRows, passOn: PassOn): Promise<number> {
    const { steps, columns, salt, isTraced = false } = this.#options
    const transform = new RowWiseTransform(steps, columns, isTraced)
    const { connection } = this.#duckdb
    let left = steps.passLimit ?? Number.POSITIVE_INFINITY
    const feed = { stream: steps.main, needed: transform.needed, read, bytes: STATEMENT_BYTES }
    return this.#feed(feed, async (batch, stop) => {
      const given = { salt, ...defined({ left: steps.passLimit === undefined ? undefined : left }) }
      const { frames, rows } = await this.#run(() => transform.pass(connection, batch, given), batch.before)
      left -= rows
      if (rows > 0) await passOn(frames, rows)
      if (left === 0) stop()
    })
  }

  #needed(stream: LoadedStream): readonly number[] {
    const { steps, columns, isTraced } = this.#options
    if (isTraced && stream === steps.main) return [...stream.columns.keys()]
    return neededColumns(stream, steps, leavingColumns(steps, columns))
  }

  async #load(stream: LoadedStream, read: ReadRows): Promise<number> {
    const file = new RowFile(join(this.#folder, `${stream.table}.rows`), stepResources().fileMegabytes * 1e6)
    this.#files.set(stream.table, file)
    return this.#feed({ stream, needed: this.#needed(stream), read, bytes: WRITE_BYTES }, async (batch) => {
      if (await this.#run(async () => file.add(batch))) return
      throw new ConnectorError(tooLarge(this.#options.steps.main.entity))
    })
  }

  /** SQL for the loaded rows. */
  #rowsOf(stream: LoadedStream): string {
    const file = this.#files.get(stream.table)
    if (!file) throw new Error(`"${stream.entity}" was loaded before`)
    return file.rows(this.#needed(stream).map((field) => `r${field}`))
  }

  async #whole(passOn: PassOn): Promise<void> {
    const { steps, columns, salt, isTraced } = this.#options
    const leaving = leavingColumns(steps, columns)
    const sql = (isTraced ? tracedStatement : wholeStatement)(
      steps,
      leaving,
      (stream) => this.#needed(stream),
      (stream) => this.#rowsOf(stream),
    )
    const statement = await this.#duckdb.connection.prepare(sql)
    bindParameters(statement, { salt, left: steps.passLimit ?? 0 })
    const result = await this.#run(() => statement.stream())
    for (let chunks = 1; ; chunks++) {
      const chunk = await this.#run(() => result.fetchChunk())
      if (!chunk || chunk.rowCount === 0) return
      const { rowCount } = chunk
      const frames = framesOfRows(this.#duckdb, chunk)
      // Frees its memory immediately; the garbage collector sees only a small object.
      chunk.reset()
      if (chunks % WAITING_CHUNKS === 0) globalThis.gc?.({ type: 'minor' })
      await passOn(frames, rowCount)
    }
  }

  /** Lets the source write while batches are processed, and stops it when no more rows are needed. @returns the number of processed rows */
  async #feed(
    { stream: { table, columns }, needed, read, bytes }: Feed,
    work: (batch: Batch, stop: () => void) => Promise<void>,
  ): Promise<number> {
    const { steps } = this.#options
    const limit = table === steps.main.table ? steps.readLimit : undefined
    const sink = new BatchSink((batch) => work(batch, () => sink.stop()), { bytes, limit })
    try {
      const names = columns.filter((_, column) => needed.includes(column)).map(({ name }) => name)
      const stop = AbortSignal.any([this.#options.signal, sink.failure, sink.enough])
      const rows = await read(names, sink, stop).catch((error: unknown) => {
        if (!sink.enough.aborted || sink.failure.aborted || this.#options.signal.aborted) throw error
        return undefined
      })
      const passed = await sink.end()
      if (rows === passed || sink.enough.aborted) return passed
      throw new ConnectorError({
        code: 'ROW_COUNT_MISMATCH',
        message: sentence`The source sent ${rows ?? 0} rows, and ${passed} reached the first step.`,
        hint: sentence`Nothing was changed. Run again; if it happens again, report it.`,
        retryable: true,
      })
    } catch (error) {
      await sink.settled()
      this.#options.signal.throwIfAborted()
      throw sink.failure.aborted ? sink.failure.reason : error
    }
  }

  /** @param before number of rows before those that the query numbers from 1 */
  async #run<T>(query: () => Promise<T>, before = 0): Promise<T> {
    const { signal, steps } = this.#options
    try {
      return await whileNotAborted(this.#duckdb.connection, signal, query)
    } catch (error) {
      signal.throwIfAborted()
      // Our fault, and not that of the steps.
      if (duckdbErrorOf(error).message.includes(NOT_READ)) throw new AssertionError({ message: NOT_READ })
      throw new ConnectorError(explainExecution(error, steps.main.entity, steps.rules, before), { cause: error })
    }
  }
}
