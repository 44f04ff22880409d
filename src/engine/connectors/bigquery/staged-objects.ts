import { sentence } from '../../../core/catalog/sentence.ts'
import { ParquetWriter, type RefusedValue } from '../../formats/parquet/parquet-writer.ts'
import { releaseMemory } from '../../formats/release-memory.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { RowSink } from '../../ports/source.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import type { ObjectUpload } from './object-upload.ts'
import type { StagingBucket } from './staging-bucket.ts'

/** Size at which a file ends, in bytes; the next one is started while the last chunk of this one is uploaded. */
const OBJECT_BYTES = 16 * 1024 * 1024

export interface StagedObjectsOptions {
  /** The columns as they are staged. */
  readonly columns: readonly BigqueryColumn[]
  /** The columns that identify a row; set if rows are merged, and then the last column has the number of each row. */
  readonly key?: readonly string[]
  readonly bucket: StagingBucket
  /** Begins the name of each object. */
  readonly prefix: string
}

/** Writes rows into Parquet files in the bucket. */
export class StagedObjects implements RowSink {
  readonly failure: AbortSignal
  readonly #options: StagedObjectsOptions
  readonly #failed = new AbortController()
  readonly #writer: ParquetWriter<BigqueryColumn>
  #names: readonly string[] = []
  #bytes = 0
  /** The current row group, its file, and the end of the previous file. */
  #working: Promise<void> | undefined
  #object: ObjectUpload | undefined
  #uploading: Promise<void> | undefined

  constructor(options: StagedObjectsOptions) {
    const { columns, key } = options
    this.#options = options
    this.#writer = new ParquetWriter({
      columns,
      required: key ?? [],
      isNumbered: key !== undefined,
      refuse: refused,
      take: (bytes) => this.#take(bytes),
    })
    this.failure = this.#failed.signal
  }

  /** The objects that exist, or may exist. */
  get names(): readonly string[] {
    return this.#names
  }

  get rows(): number {
    return this.#writer.rows
  }

  /** Of all objects. */
  get bytes(): number {
    return this.#bytes
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

  /** Settles when all objects are complete. @returns the number of rows. @throws ConnectorError */
  async finish(): Promise<number> {
    await this.#working
    this.#work()
    await this.#working
    if (!this.failure.aborted) await this.#endFile().catch((error: unknown) => this.#failed.abort(error))
    await this.#uploading
    this.failure.throwIfAborted()
    return this.#writer.rows
  }

  /** Settles when nothing is sent any more. Never throws. */
  async stop(): Promise<void> {
    this.#failed.abort(new Error('abandoned'))
    await this.#working
    await this.#object?.settled()
    await this.#uploading
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
    this.#bytes += bytes.length
    await this.#object.write(bytes)
  }

  #begin(): ObjectUpload {
    const name = `${this.#options.prefix}part-${String(this.#names.length + 1).padStart(5, '0')}.parquet`
    // The name is stored before the object exists, so that the object is deleted in any case.
    this.#names = [...this.#names, name]
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
