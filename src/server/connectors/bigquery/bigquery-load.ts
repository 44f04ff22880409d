import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { RowDecoder } from '../common-text/row-decoder.ts'
import type { Field } from '../common-text/row-encoder.ts'
import { ConnectorError } from '../connector.ts'
import type { Load } from '../destination.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import { ParquetWriter } from './parquet-writer.ts'
import type { StagingBucket } from './staging-bucket.ts'

/** How much text makes one object, in bytes: large enough for BigQuery, small enough for our memory. */
const OBJECT_BYTES = 64 * 1024 * 1024

export interface LoadOptions {
  /** As they are staged. */
  readonly columns: readonly BigqueryColumn[]
  /** Those without which no row can be found again; given where rows are merged, and then each row is numbered by its last column. */
  readonly key?: readonly string[]
  readonly bucket: StagingBucket
  /** The folder in the bucket that belongs to this attempt. */
  readonly prefix: string
  /** An empty object in it that is there already; a newer attempt takes it away, and with it the way into the table. */
  readonly post: string
  /** Puts staged objects in place, in one step. @returns the rows by BigQuery's own count */
  readonly commit: (uris: readonly string[], bound: string | undefined) => Promise<number>
  /** Reaches the bucket also when the run was cancelled. */
  readonly cleaningBucket: () => Promise<StagingBucket>
}

/** Rows on their way through the bucket. Nothing is in the table before one job takes all objects, or none. */
export class BigqueryLoad implements Load {
  readonly failure: AbortSignal
  readonly #options: LoadOptions
  readonly #failed = new AbortController()
  readonly #decoder = new RowDecoder()
  readonly #folder: string
  readonly #writer: ParquetWriter
  #objects: string[]
  #bytes = 0
  #rows = 0
  #uploading: Promise<void> | undefined

  private constructor(options: LoadOptions, folder: string, writer: ParquetWriter) {
    this.#options = options
    this.#objects = [options.post]
    this.#folder = folder
    this.#writer = writer
    this.failure = this.#failed.signal
  }

  static async open(options: LoadOptions): Promise<BigqueryLoad> {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-parquet-'))
    return new BigqueryLoad(options, folder, await ParquetWriter.open(options.columns, folder))
  }

  write(frames: Buffer): boolean {
    if (this.failure.aborted) return true
    try {
      for (const row of this.#decoder.push(frames)) this.#writer.add(this.#checked(row))
    } catch (error) {
      this.#failed.abort(error)
    }
    this.#bytes += frames.length
    if (this.#bytes >= OBJECT_BYTES) this.#upload()
    return this.#uploading === undefined
  }

  async drained(): Promise<void> {
    await this.#uploading
  }

  async finish(): Promise<number> {
    await this.#uploading
    this.#upload()
    await this.#uploading
    this.failure.throwIfAborted()
    return this.#rows
  }

  async commit(bound?: string): Promise<void> {
    const { bucket, commit } = this.#options
    const uris = this.#objects.map((name) => bucket.uriOf(name))
    const taken = await commit(uris, bound)
    if (taken !== this.#rows) throw miscounted(this.#rows, taken)
    await this.#close()
    // The rows are in place; objects that stay for a moment more are taken away by the next run.
    await bucket.remove(this.#objects).catch(() => {})
  }

  async abandon(): Promise<void> {
    this.#failed.abort(new Error('abandoned'))
    await this.#uploading
    await this.#close()
    const objects = this.#objects
    this.#objects = []
    if (objects.length === 0) return
    await this.#options
      .cleaningBucket()
      .then((bucket) => bucket.remove(objects))
      .catch(() => {})
  }

  #checked(row: readonly Field[]): readonly Field[] {
    this.#rows++
    const { columns, key } = this.#options
    const staged = key ? [...row, String(this.#rows)] : row
    columns.forEach(({ name, refuses }, at) => {
      const text = staged[at]
      if (text == null && key?.includes(name)) throw keyIsNull(this.#rows, name)
      const rule = text == null ? undefined : refuses(text)
      if (rule !== undefined) throw notRepresentable(this.#rows, name, rule)
    })
    return staged
  }

  #upload(): void {
    this.#bytes = 0
    this.#uploading = this.#uploadOne()
      .catch((error: unknown) => this.#failed.abort(error))
      .finally(() => {
        this.#uploading = undefined
      })
  }

  async #uploadOne(): Promise<void> {
    if (this.failure.aborted) return
    const bytes = await this.#writer.take()
    const name = `${this.#options.prefix}part-${String(this.#objects.length).padStart(5, '0')}.parquet`
    // Named before it is there, so that it is taken away whatever becomes of the upload.
    this.#objects.push(name)
    await this.#options.bucket.upload(name, bytes)
  }

  async #close(): Promise<void> {
    this.#writer.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

const notRepresentable = (row: number, column: string, rule: string) =>
  new ConnectorError({
    code: 'VALUE_NOT_REPRESENTABLE',
    message: `Row ${row}: ${column} ${rule}.`,
    hint: 'Cast the column to text with a transformation, or leave such rows out with a filter.',
    retryable: false,
  })

const keyIsNull = (row: number, column: string) =>
  new ConnectorError({
    code: 'KEY_IS_NULL',
    message: `Row ${row} has no value in ${column}, which is part of the key.`,
    hint: 'Nothing was changed. Choose a key that every row has, or leave such rows out with a filter.',
    retryable: false,
  })

const miscounted = (sent: number, taken: number) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: `${sent} rows were staged, but BigQuery says that it took ${taken}.`,
    hint: 'Run again; if it happens again, report it.',
    retryable: false,
  })
