import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ParquetWriter, type RefusedValue } from '../../formats/parquet/parquet-writer.ts'
import { releaseMemory } from '../../formats/release-memory.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { KeyDigest, RowsFound } from '../../ports/key-digest.ts'
import type { Load, PublishResult } from '../../ports/load.ts'
import type { VanishedFound } from '../../ports/vanished-rows.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import type { ObjectUpload } from './object-upload.ts'
import type { StagingBucket } from './staging-bucket.ts'

/** Size at which a file ends, in bytes; the next one is started while the last chunk of this one is uploaded. */
const OBJECT_BYTES = 16 * 1024 * 1024

export interface LoadOptions {
  /** The columns as they are staged. */
  readonly columns: readonly BigqueryColumn[]
  /** The columns that identify a row; set if rows are merged, and then the last column has the number of each row. */
  readonly key?: readonly string[]
  readonly bucket: StagingBucket
  /** The bucket folder of this attempt. */
  readonly prefix: string
  /** An empty object in this folder; a newer attempt deletes it, and then this attempt can no longer load into the table. */
  readonly fenceMarker: string
  /** Puts staged objects in place, in one step. */
  readonly commit: (
    uris: readonly string[],
    highWaterMark: string | undefined,
    accept: ((found: VanishedFound) => void) | undefined,
  ) => Promise<PublishedRows>
  /** Sums of the rows before they are in place. Absent: they are not summed. */
  readonly staged?: StagedSums
  /** Can access the bucket even after the run was cancelled. */
  readonly cleaningBucket: () => Promise<StagingBucket>
}

export interface StagedSums {
  /** @param question its number */
  readonly sum: (
    uris: readonly string[],
    question: { readonly digest: KeyDigest | undefined; readonly question: number },
  ) => Promise<RowsFound>
  /** Never throws. */
  readonly drop: () => Promise<void>
}

/** Rows as counted by BigQuery. */
export interface PublishedRows {
  /** Rows that were loaded. */
  readonly rows: number
  /** Of the loaded rows, those that already existed and were left out. */
  readonly repeated: number
  /** See `Placed`. */
  readonly outdated?: number
  /** Rows of the table that were removed or marked. */
  readonly vanished?: number
}

/** Loads rows through the bucket. The table has none of them until one job loads all objects. */
export class BigqueryLoad implements Load {
  readonly failure: AbortSignal
  readonly digest?: NonNullable<Load['digest']>
  readonly #options: LoadOptions
  readonly #failed = new AbortController()
  readonly #writer: ParquetWriter<BigqueryColumn>
  #objects: string[]
  /** The current row group, its file, and the end of the previous file. */
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
    const { staged } = options
    let question = 0
    if (staged) this.digest = (digest) => staged.sum(this.#uris(), { digest, question: ++question })
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

  async commit(highWaterMark?: string, accept?: (found: VanishedFound) => void): Promise<PublishResult> {
    const { bucket, commit, staged } = this.#options
    const taken = await commit(this.#uris(), highWaterMark, accept)
    await staged?.drop()
    const { rows } = this.#writer
    if (taken.rows !== rows) throw miscounted(rows, taken.rows)
    const { repeated, outdated, vanished } = taken
    // The rows are in place; the next run deletes objects that remain.
    await bucket.remove(this.#objects).catch(() => this.#removeAfterAll(this.#objects))
    return defined({ repeated, outdated, vanished })
  }

  async abandon(): Promise<void> {
    this.#failed.abort(new Error('abandoned'))
    await this.#working
    await this.#object?.settled()
    await this.#uploading
    const objects = this.#objects
    this.#objects = []
    if (objects.length === 0) return
    await this.#options.staged?.drop()
    await this.#removeAfterAll(objects)
  }

  /** Also after the run was cancelled. Best effort. */
  async #removeAfterAll(objects: readonly string[]): Promise<void> {
    await this.#options
      .cleaningBucket()
      .then((bucket) => bucket.remove(objects))
      .catch(() => {})
  }

  #uris(): readonly string[] {
    return this.#objects.map((name) => this.#options.bucket.uriOf(name))
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
    // The name is stored before the object exists, so that the object is deleted in any case.
    this.#objects.push(name)
    return this.#options.bucket.upload(name)
  }

  /** Settles when the previous file is complete and the rest of this one is being uploaded. */
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
      })
    : new ConnectorError({
        code: 'VALUE_NOT_REPRESENTABLE',
        message: sentence`Row ${row}: ${name} ${refuses(text) ?? sentence`accepts only valid UTF-8`}.`,
        hint: sentence`Cast the column to text with a transformation, or leave such rows out with a filter.`,
      })

const miscounted = (sent: number, taken: number) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`${sent} rows were staged, but BigQuery reports ${taken}.`,
    hint: sentence`Run again; if it happens again, report it.`,
    retryable: true,
  })
