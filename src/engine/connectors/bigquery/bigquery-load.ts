import { sentence } from '../../../core/catalog/sentence.ts'
import { ParquetWriter, type RefusedValue } from '../../formats/parquet/parquet-writer.ts'
import { releaseMemory } from '../../formats/release-memory.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Load, Placed } from '../../ports/destination.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import type { ObjectUpload } from './object-upload.ts'
import type { StagingBucket } from './staging-bucket.ts'

/** From this size on a file ends, in bytes; the next one is made while its last chunk is on its way. */
const OBJECT_BYTES = 16 * 1024 * 1024

export interface LoadOptions {
  /** As they are staged. */
  readonly columns: readonly BigqueryColumn[]
  /** Those without which no row can be found again; given where rows are merged, and then each row is numbered by its last column. */
  readonly key?: readonly string[]
  readonly bucket: StagingBucket
  /** The folder in the bucket that belongs to this attempt. */
  readonly prefix: string
  /** An empty object in it that is there already; a newer attempt takes it away, and with it the way into the table. */
  readonly fenceMarker: string
  /** Puts staged objects in place, in one step. */
  readonly commit: (uris: readonly string[], highWaterMark: string | undefined) => Promise<PlacedRows>
  /** Reaches the bucket also when the run was cancelled. */
  readonly cleaningBucket: () => Promise<StagingBucket>
}

/** Rows by BigQuery's own count. */
export interface PlacedRows {
  /** That were loaded. */
  readonly rows: number
  /** Of these, were there already and were left out. */
  readonly repeated: number
}

/** Rows on their way through the bucket. Nothing is in the table before one job takes all objects, or none. */
export class BigqueryLoad implements Load {
  readonly failure: AbortSignal
  readonly #options: LoadOptions
  readonly #failed = new AbortController()
  readonly #writer: ParquetWriter<BigqueryColumn>
  #objects: string[]
  #repeated = 0
  /** A row group in the making, the file that it goes into, and the end of the file before. */
  #working: Promise<void> | undefined
  #object: ObjectUpload | undefined
  #uploading: Promise<void> | undefined

  constructor(options: LoadOptions) {
    const { columns, key } = options
    this.#options = options
    this.#objects = [options.fenceMarker]
    this.#writer = new ParquetWriter({
      columns,
      required: key ?? [],
      isNumbered: key !== undefined,
      refuse: refused,
      take: (bytes) => this.#take(bytes),
    })
    this.failure = this.#failed.signal
  }

  write(frames: Buffer): boolean {
    if (this.failure.aborted) return true
    try {
      this.#writer.add(frames)
    } catch (error) {
      this.#failed.abort(error)
    }
    releaseMemory(frames)
    if (!this.#writer.isFull) return true
    if (this.#working !== undefined) return false
    this.#work()
    return true
  }

  async drained(): Promise<void> {
    await this.#working
    if (this.#writer.isFull) this.#work()
  }

  async finish(): Promise<number> {
    await this.#working
    this.#work()
    await this.#working
    if (!this.failure.aborted) await this.#endFile().catch((error: unknown) => this.#failed.abort(error))
    await this.#uploading
    this.failure.throwIfAborted()
    return this.#writer.rows
  }

  async commit(highWaterMark?: string): Promise<void> {
    const { bucket, commit } = this.#options
    const uris = this.#objects.map((name) => bucket.uriOf(name))
    const taken = await commit(uris, highWaterMark)
    const { rows } = this.#writer
    if (taken.rows !== rows) throw miscounted(rows, taken.rows)
    this.#repeated = taken.repeated
    // The rows are in place; objects that stay for a moment more are taken away by the next run.
    await bucket.remove(this.#objects).catch(() => {})
  }

  placed(): Placed {
    return { repeated: this.#repeated }
  }

  async abandon(): Promise<void> {
    this.#failed.abort(new Error('abandoned'))
    await this.#working
    await this.#object?.settled()
    await this.#uploading
    const objects = this.#objects
    this.#objects = []
    if (objects.length === 0) return
    await this.#options
      .cleaningBucket()
      .then((bucket) => bucket.remove(objects))
      .catch(() => {})
  }

  #work(): void {
    this.#working = this.#endGroup()
      .catch((error: unknown) => this.#failed.abort(error))
      .finally(() => {
        this.#working = undefined
      })
  }

  async #endGroup(): Promise<void> {
    if (this.failure.aborted) return
    await this.#writer.endGroup()
    if (this.#writer.fileLength >= OBJECT_BYTES) await this.#endFile()
  }

  async #take(bytes: Buffer): Promise<void> {
    this.#object ??= this.#begin()
    await this.#object.write(bytes)
  }

  #begin(): ObjectUpload {
    const name = `${this.#options.prefix}part-${String(this.#objects.length).padStart(5, '0')}.parquet`
    // Named before it is there, so that it is taken away whatever becomes of the upload.
    this.#objects.push(name)
    return this.#options.bucket.upload(name)
  }

  /** Settles when the file before is there and the rest of this one on its way. */
  async #endFile(): Promise<void> {
    if (!this.#writer.hasGroups) return
    await this.#writer.endFile()
    await this.#uploading
    const object = this.#object
    this.#object = undefined
    this.#uploading = object?.end().catch((error: unknown) => this.#failed.abort(error))
  }
}

const refused = ({ row, column: { name, refuses }, text }: RefusedValue<BigqueryColumn>) =>
  text === null
    ? new ConnectorError({
        code: 'KEY_IS_NULL',
        message: sentence`Row ${row} has no value in ${name}, which is part of the key.`,
        hint: sentence`Nothing was changed. Choose a key that every row has, or leave such rows out with a filter.`,
        retryable: false,
      })
    : new ConnectorError({
        code: 'VALUE_NOT_REPRESENTABLE',
        message: sentence`Row ${row}: ${name} ${refuses(text) ?? sentence`accepts only valid UTF-8`}.`,
        hint: sentence`Cast the column to text with a transformation, or leave such rows out with a filter.`,
        retryable: false,
      })

const miscounted = (sent: number, taken: number) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`${sent} rows were staged, but BigQuery reports ${taken}.`,
    hint: sentence`Run again; if it happens again, report it.`,
    retryable: true,
  })
