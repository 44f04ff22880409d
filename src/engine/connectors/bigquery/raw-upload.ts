import { defined } from '../../../core/catalog/defined.ts'
import { ParquetFile } from '../../formats/parquet/parquet-file.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import { requireAll } from './bigquery-load.ts'
import { type DestinationOptions, loadOf } from './commit-rows.ts'
import { StagedObjects } from './staged-objects.ts'

/** Where rows wait for steps. */
export interface RawPlace {
  /** The table beside the target. */
  readonly table: string
  /** As they are staged. */
  readonly columns: readonly BigqueryColumn[]
  /** Whether the last of them is the number of the row. */
  readonly isNumbered: boolean
  /** The folder of the bucket. */
  readonly prefix: string
  /** Of the job that loads them. */
  readonly job: string
}

/** Rows on their way into a table beside the target, through the bucket. */
export class RawUpload {
  readonly rows: StagedObjects
  readonly #options: DestinationOptions
  readonly #place: RawPlace
  readonly #empty: string
  #loaded: Promise<void> | undefined

  constructor(options: DestinationOptions, place: RawPlace) {
    const { columns, isNumbered, prefix } = place
    this.#options = options
    this.#place = place
    this.#empty = `${prefix}empty.parquet`
    const { bucket } = options
    this.rows = new StagedObjects(defined({ columns, bucket, prefix, key: isNumbered ? [] : undefined }))
  }

  /** The objects that exist, or may exist. */
  get names(): readonly string[] {
    return [this.#empty, ...this.rows.names]
  }

  /** A job needs a file, also for no rows. @throws ConnectorError */
  async begin(): Promise<void> {
    const { bucket } = this.#options
    const upload = bucket.upload(this.#empty)
    await new ParquetFile(this.#place.columns, (bytes) => upload.write(bytes)).end()
    await upload.end()
  }

  /** Fills the table, once. @throws ConnectorError */
  load(): Promise<void> {
    this.#loaded ??= this.#load()
    return this.#loaded
  }

  async #load(): Promise<void> {
    const { dataset, bucket, location, signal } = this.#options
    const { table, columns, job } = this.#place
    const uris = this.names.map((name) => bucket.uriOf(name))
    const load = { ...loadOf(dataset, table, columns, uris), writeDisposition: 'WRITE_TRUNCATE' }
    const { statistics } = await dataset.runJob(job, location, { load }, signal)
    requireAll(this.rows.rows, { rows: Number(statistics?.load?.outputRows ?? 0), repeated: 0 })
  }
}
