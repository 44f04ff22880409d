import { ParquetWriter, type RefusedValue } from '../../formats/parquet/parquet-writer.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import type { ObjectUpload } from './object-upload.ts'
import type { StagingBucket } from './staging-bucket.ts'

export interface StagedFileOptions {
  readonly bucket: StagingBucket
  readonly name: string
  readonly columns: readonly BigqueryColumn[]
  /** The error to throw for a value that does not fit its column. */
  readonly refuse: (value: RefusedValue<BigqueryColumn>) => Error
}

/** Rows on their way into one object of the bucket. */
export class StagedFile {
  readonly #upload: ObjectUpload
  readonly #writer: ParquetWriter<BigqueryColumn>

  constructor({ bucket, name, columns, refuse }: StagedFileOptions) {
    const upload = bucket.upload(name)
    this.#upload = upload
    this.#writer = new ParquetWriter({
      columns,
      required: [],
      isNumbered: false,
      refuse,
      take: (bytes) => upload.write(bytes),
    })
  }

  get rows(): number {
    return this.#writer.rows
  }

  /** @param frames whole CopyData messages of common text. @throws the error of `refuse`, or of the bucket */
  async add(frames: Buffer): Promise<void> {
    this.#writer.add(frames)
    if (this.#writer.isFull) await this.#writer.endGroup()
  }

  /** Settles when the object exists. */
  async end(): Promise<void> {
    await this.#writer.endGroup()
    await this.#writer.endFile()
    await this.#upload.end()
  }

  /** Nothing is sent any more. Never throws. */
  settled(): Promise<void> {
    return this.#upload.settled()
  }
}
