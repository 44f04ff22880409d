import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ConnectorError } from '../connector.ts'
import type { Load } from '../destination.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import { ParquetWriter, type RefusedValue } from './parquet-writer.ts'
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
  readonly #folder: string
  readonly #writer: ParquetWriter
  #objects: string[]
  #bytes = 0
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
    const { columns, key } = options
    const writer = await ParquetWriter.open({ columns, required: key ?? [], isNumbered: key !== undefined, folder })
    return new BigqueryLoad(options, folder, writer)
  }

  write(frames: Buffer): boolean {
    if (this.failure.aborted) return true
    try {
      this.#writer.add(frames)
    } catch (error) {
      this.#failed.abort(error)
    }
    this.#bytes += frames.length
    if (this.#bytes < OBJECT_BYTES) return true
    if (this.#uploading !== undefined) return false
    this.#upload()
    return true
  }

  async drained(): Promise<void> {
    await this.#uploading
    if (this.#bytes >= OBJECT_BYTES) this.#upload()
  }

  async finish(): Promise<number> {
    await this.#uploading
    this.#upload()
    await this.#uploading
    this.failure.throwIfAborted()
    return this.#writer.rows
  }

  async commit(bound?: string): Promise<void> {
    const { bucket, commit } = this.#options
    const uris = this.#objects.map((name) => bucket.uriOf(name))
    const taken = await commit(uris, bound)
    const { rows } = this.#writer
    if (taken !== rows) throw miscounted(rows, taken)
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
    const bytes = await this.#writer.take(refused)
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

const refused = ({ row, column: { name, refuses }, text }: RefusedValue) =>
  text === null
    ? new ConnectorError({
        code: 'KEY_IS_NULL',
        message: `Row ${row} has no value in ${name}, which is part of the key.`,
        hint: 'Nothing was changed. Choose a key that every row has, or leave such rows out with a filter.',
        retryable: false,
      })
    : new ConnectorError({
        code: 'VALUE_NOT_REPRESENTABLE',
        message: `Row ${row}: ${name} ${refuses(text) ?? 'cannot be held'}.`,
        hint: 'Cast the column to text with a transformation, or leave such rows out with a filter.',
        retryable: false,
      })

const miscounted = (sent: number, taken: number) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: `${sent} rows were staged, but BigQuery says that it took ${taken}.`,
    hint: 'Run again; if it happens again, report it.',
    retryable: true,
  })
