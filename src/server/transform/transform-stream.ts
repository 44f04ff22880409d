import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Field } from '../connectors/common-text/row-encoder.ts'
import { ConnectorError } from '../connectors/connector.ts'
import type { RowSink } from '../connectors/source.ts'
import { type OpenDuckdb, openDuckdb } from '../duckdb/open-duckdb.ts'
import { BatchSink } from './batch-sink.ts'
import { loadStatement, rowWiseStatement, wholeStatement } from './batch-statement.ts'
import type { BoundSteps, LoadedStream } from './bind-steps.ts'
import { explainExecution } from './explain-duckdb.ts'
import { framesOfLines } from './frames-of-lines.ts'
import { bindParameters, whileNotAborted } from './query-runner.ts'

export interface TransformOptions {
  readonly steps: BoundSteps
  /** The columns to pass on, in this order. */
  readonly columns: readonly string[]
  /** Whether each row passes by itself; else all are loaded before the first one leaves. */
  readonly isRowWise: boolean
  /** What hashes of this organization begin with. */
  readonly salt: string
  readonly signal: AbortSignal
}

/** Where rows that passed go; awaited, so that a slow destination slows the source. */
export type PassOn = (frames: Buffer, rows: number) => Promise<void>

/** Reads rows of common text into a sink until they have all come. @returns how many there were */
export type ReadRows = (sink: RowSink, signal: AbortSignal) => Promise<number>

/** One stream's rows on their way through its steps, in a DuckDB of their own whose folder is gone in the end. */
export class StreamTransform {
  readonly #options: TransformOptions
  readonly #duckdb: OpenDuckdb
  readonly #folder: string

  private constructor(options: TransformOptions, duckdb: OpenDuckdb, folder: string) {
    this.#options = options
    this.#duckdb = duckdb
    this.#folder = folder
  }

  static async open(options: TransformOptions): Promise<StreamTransform> {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-steps-'))
    return new StreamTransform(options, await openDuckdb(folder), folder)
  }

  /**
   * Reads the stream, and before it those that its joins need, and passes on what the steps make of it.
   * @param readOther rows of another stream of the source. @returns the rows by the source's own count. @throws ConnectorError, or the signal's reason
   */
  async run(read: ReadRows, readOther: (stream: LoadedStream) => ReadRows, passOn: PassOn): Promise<number> {
    const { steps, isRowWise } = this.#options
    if (isRowWise) return this.#rowWise(read, passOn)
    for (const stream of steps.others) await this.#load(stream, readOther(stream))
    const rows = await this.#load(steps.main, read)
    await this.#whole(passOn)
    return rows
  }

  async close(): Promise<void> {
    this.#duckdb.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #rowWise(read: ReadRows, passOn: PassOn): Promise<number> {
    const statement = await this.#duckdb.connection.prepare(
      rowWiseStatement(this.#options.steps, this.#options.columns),
    )
    return this.#feed(read, async (lines, before) => {
      const chunk = await this.#run(async () => {
        bindParameters(statement, { salt: this.#options.salt, lines, before })
        return (await statement.run()).fetchChunk()
      })
      const [made, rows] = chunk?.getRowValues(0) ?? []
      if (isBlob(made)) await passOn(framesOfLines(made.bytes, Number(rows)), Number(rows))
    })
  }

  async #load(stream: LoadedStream, read: ReadRows): Promise<number> {
    const { connection } = this.#duckdb
    const fields = stream.columns.map((_, at) => `r${at} VARCHAR, `).join('')
    await connection.run(`CREATE TEMP TABLE ${stream.table} (${fields}n BIGINT)`)
    const statement = await connection.prepare(loadStatement(stream))
    return this.#feed(read, async (lines, before) => {
      await this.#run(() => {
        bindParameters(statement, { salt: this.#options.salt, lines, before })
        return statement.run()
      })
    })
  }

  async #whole(passOn: PassOn): Promise<void> {
    const statement = await this.#duckdb.connection.prepare(wholeStatement(this.#options.steps, this.#options.columns))
    bindParameters(statement, { salt: this.#options.salt })
    const result = await this.#run(() => statement.stream())
    for (;;) {
      const chunk = await this.#run(() => result.fetchChunk())
      if (!chunk || chunk.rowCount === 0) return
      const lines = chunk.getColumnValues(0) as Field[]
      await passOn(framesOfLines(Buffer.from(lines.join('\n')), lines.length), lines.length)
    }
  }

  /** Lets the source write while batches are worked on. */
  async #feed(read: ReadRows, work: (lines: Uint8Array, before: number) => Promise<void>): Promise<number> {
    const sink = new BatchSink(({ lines, before }) => work(lines, before))
    try {
      const rows = await read(sink, AbortSignal.any([this.#options.signal, sink.failure]))
      const passed = await sink.end()
      if (rows === passed) return rows
      throw new ConnectorError({
        code: 'ROW_COUNT_MISMATCH',
        message: `The source sent ${rows} rows, and ${passed} came to the first step.`,
        hint: 'Nothing was changed. Run again; if it happens again, report it.',
        retryable: true,
      })
    } catch (error) {
      await sink.settled()
      this.#options.signal.throwIfAborted()
      throw sink.failure.aborted ? sink.failure.reason : error
    }
  }

  async #run<T>(query: () => Promise<T>): Promise<T> {
    const { signal, steps } = this.#options
    try {
      return await whileNotAborted(this.#duckdb.connection, signal, query)
    } catch (error) {
      signal.throwIfAborted()
      throw new ConnectorError(explainExecution(error, steps.main.entity, steps.rules), { cause: error })
    }
  }
}

const isBlob = (value: unknown): value is { readonly bytes: Uint8Array } =>
  typeof value === 'object' && value !== null && 'bytes' in value
