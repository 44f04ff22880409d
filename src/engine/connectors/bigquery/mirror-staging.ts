import { inLanes } from '../../ports/in-lanes.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import type { DestinationOptions } from './commit-rows.ts'
import type { MirrorPlace } from './mirror-place.ts'
import { StagedFile } from './staged-file.ts'

/** Deletions at Google at a time. */
const AT_ONCE = 8

/** The place of the rows of one table in one batch. */
export interface StagingSlot {
  readonly number: number
  /** In the bucket. */
  readonly name: string
  /** As `project.dataset.table`. */
  readonly staging: string
}

/**
 * Where the rows of a batch are before its transaction. Each has a table of its own that is used once, because BigQuery takes 1,500 loads a day for one
 * name, also after the table was dropped. Source: cloud.google.com/bigquery/quotas#load_jobs
 */
export class MirrorStaging {
  readonly #options: DestinationOptions
  readonly #place: MirrorPlace
  #number = 0
  #loads: Promise<void>[] = []
  #used: StagingSlot[] = []
  #dropping: Promise<void> = Promise.resolve()

  constructor(options: DestinationOptions, place: MirrorPlace) {
    this.#options = options
    this.#place = place
  }

  /** What older attempts have left. */
  async dropOlder(): Promise<void> {
    const { dataset, bucket } = this.#options
    const tables = await dataset.tables()
    const left = tables.map(({ name }) => name).filter((name) => name.startsWith(this.#place.staging))
    await inLanes(left, AT_ONCE, (name) => dataset.dropTable(name))
    await bucket.remove(await bucket.list(this.#place.folder))
  }

  next(): StagingSlot {
    const number = ++this.#number
    const { dataset } = this.#options
    const slot = { number, name: this.#place.objectOf(number), staging: `${dataset.id}.${this.#place.tableOf(number)}` }
    this.#used.push(slot)
    return slot
  }

  begin(columns: readonly BigqueryColumn[]): { readonly slot: StagingSlot; readonly file: StagedFile } {
    const slot = this.next()
    const refuse = () => new Error('a value of our own does not fit')
    return { slot, file: new StagedFile({ bucket: this.#options.bucket, name: slot.name, columns, refuse }) }
  }

  /** Loads the object of a slot into its table. @param explain the error of a load that fails */
  load(
    { number, name }: StagingSlot,
    columns: readonly BigqueryColumn[],
    explain = (error: unknown): unknown => error,
  ): void {
    const { dataset, bucket, location, signal } = this.#options
    const load = {
      sourceUris: [bucket.uriOf(name)],
      sourceFormat: 'PARQUET',
      destinationTable: dataset.reference(this.#place.tableOf(number)),
      schema: { fields: columns.map((column) => ({ name: column.name, type: column.type, mode: column.mode })) },
      createDisposition: 'CREATE_IF_NEEDED',
      writeDisposition: 'WRITE_TRUNCATE',
      maxBadRecords: 0,
    }
    const loading = dataset.runJob(this.#place.jobOf(`load${number}`), location, { load }, signal).then(
      () => {},
      (error: unknown) => {
        throw explain(error)
      },
    )
    loading.catch(() => {})
    this.#loads.push(loading)
  }

  /** Settles when everything is loaded. @throws the first error */
  async loaded(): Promise<void> {
    await Promise.all(this.#loads)
  }

  /** The batch is over, with or without success. Never throws. */
  drop(): void {
    const [used, loads] = [this.#used, this.#loads]
    this.#used = []
    this.#loads = []
    if (used.length === 0) return
    this.#dropping = Promise.all([this.#dropping, this.#dropAll(used, loads)]).then(() => {})
  }

  async #dropAll(used: readonly StagingSlot[], loads: readonly Promise<void>[]): Promise<void> {
    await Promise.allSettled(loads)
    try {
      const { dataset, bucket } = await this.#options.cleaning()
      await inLanes(used, AT_ONCE, async ({ number, name }) => {
        await dataset.dropTable(this.#place.tableOf(number))
        await bucket.remove([name])
      })
    } catch {
      // The next attempt does it.
    }
  }

  /** Settles when nothing is being dropped. */
  dropped(): Promise<void> {
    return this.#dropping
  }
}
