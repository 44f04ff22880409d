import type { KeyDigest, RowsFound } from '../../ports/key-digest.ts'
import type { Deriving, Load, PublishResult } from '../../ports/load.ts'
import { type AttemptPlace, fenced } from './attempt-places.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import { removeAfterAll } from './bigquery-load.ts'
import { commitJob, deriveJob, labelsOf, resultJob, sumJob } from './commit-jobs.ts'
import { askSum, type DestinationOptions, loadOf, runCommitJob } from './commit-rows.ts'
import type { Table } from './dataset.ts'
import { quote } from './merge-statement.ts'
import { type RawPlace, RawUpload } from './raw-upload.ts'
import { dispositionOf, refuseChanged } from './refuse-changed.ts'

export interface DerivedLoadOptions {
  readonly destination: DestinationOptions
  readonly place: AttemptPlace
  readonly fence: Parameters<typeof commitJob>[1]
  /** The target. */
  readonly table: string
  /** The target as the run has found it; absent if there was none. */
  readonly existing: Table | undefined
  readonly columns: readonly BigqueryColumn[]
  /** The stream's own rows, then those of the tables that it joins. */
  readonly raw: readonly [RawPlace, ...RawPlace[]]
  /** The table for the rows after the steps. */
  readonly result: string
  /** The steps, over the raw tables. */
  readonly select: string
  /** Whether the rows before the steps are summed. */
  readonly sums: boolean
}

/**
 * Loads raw rows into tables beside the target, runs the steps over them by one query, and replaces the target by another. The table for the result
 * is made of the fence marker of the attempt and by nothing else: once a newer attempt has removed both, this one changes nothing.
 */
export class DerivedLoad implements Load {
  readonly failure: AbortSignal
  readonly deriving: Deriving
  readonly digest?: NonNullable<Load['digest']>
  readonly #options: DerivedLoadOptions
  readonly #uploads: readonly [RawUpload, ...RawUpload[]]
  #rows = 0
  #questions = 0
  #isOver = false

  constructor(options: DerivedLoadOptions) {
    this.#options = options
    const [main, ...others] = options.raw
    const upload = (place: RawPlace) => new RawUpload(options.destination, place)
    this.#uploads = [upload(main), ...others.map(upload)]
    this.failure = this.#uploads[0].rows.failure
    this.deriving = { other: (place) => this.#other(place), derive: () => this.#derive() }
    if (options.sums) this.digest = (digest) => this.#sum(digest)
  }

  /** @throws ConnectorError */
  begin(): Promise<void> {
    return this.#uploads[0].begin()
  }

  write(frames: Buffer): boolean {
    return this.#uploads[0].rows.write(frames)
  }

  drained(): Promise<void> {
    return this.#uploads[0].rows.drained()
  }

  finish(): Promise<number> {
    return this.#uploads[0].rows.finish()
  }

  async commit(highWaterMark?: string): Promise<PublishResult> {
    const { destination, place, fence, table, existing, columns, result } = this.#options
    const { dataset } = destination
    await refuseChanged(dataset, table, existing)
    const names = columns.map(({ name }) => quote(name)).join(', ')
    const query = {
      query: `SELECT ${names} FROM ${quote(`${dataset.id}.${result}`)}`,
      useLegacySql: false,
      destinationTable: dataset.reference(table),
      ...dispositionOf(existing, 'WRITE_TRUNCATE'),
    }
    const labels = labelsOf(highWaterMark, this.#rows)
    await runCommitJob(destination, commitJob(place.loadId, fence), { ...labels, query })
    await this.#tidy()
    return {}
  }

  async abandon(): Promise<void> {
    await Promise.all(this.#uploads.map(({ rows }) => rows.stop()))
    await this.#tidy()
  }

  async #other(place: number): ReturnType<Deriving['other']> {
    const upload = this.#uploads[place + 1]
    if (!upload) throw new Error(`There is no table ${place} to join`)
    await upload.begin()
    const { rows } = upload
    return {
      failure: rows.failure,
      write: (frames) => rows.write(frames),
      drained: () => rows.drained(),
      finish: () => rows.finish(),
    }
  }

  async #sum(digest: KeyDigest | undefined): Promise<RowsFound> {
    const { destination, place, fence, raw } = this.#options
    const [main] = this.#uploads
    await main.load()
    const job = sumJob(place.loadId, fence, ++this.#questions)
    return askSum(destination, { job, table: raw[0].table, digest })
  }

  async #derive(): Promise<number> {
    const { destination, place, fence, columns, result, select } = this.#options
    const { dataset, bucket, location, signal } = destination
    const marker = loadOf(dataset, result, columns, [bucket.uriOf(place.fenceMarker)])
    const empty = { ...marker, writeDisposition: 'WRITE_TRUNCATE' }
    await dataset.runJob(resultJob(place.loadId, fence), location, { load: empty }, signal)
    for (const upload of this.#uploads) await upload.load()
    const query = {
      query: select,
      useLegacySql: false,
      destinationTable: dataset.reference(result),
      createDisposition: 'CREATE_NEVER',
      writeDisposition: 'WRITE_TRUNCATE',
    }
    await dataset.runJob(deriveJob(place.loadId, fence), location, { query }, signal)
    const derived = await dataset.table(result)
    if (derived?.rows === undefined) throw fenced()
    this.#rows = derived.rows
    return derived.rows
  }

  /** What remains of the attempt. Best effort: a newer attempt cleans up. */
  async #tidy(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    const { destination, place, fence, raw, result } = this.#options
    const { location, signal, cleaning } = destination
    const jobs = [resultJob, deriveJob, commitJob].map((id) => id(place.loadId, fence))
    await cleaning()
      .then(async ({ dataset }) => {
        if (signal.aborted)
          for (const job of [...raw.map(({ job }) => job), ...jobs]) await dataset.cancelJob(job, location)
        for (const table of [...raw.map(({ table }) => table), result]) await dataset.dropTable(table)
      })
      .catch(() => {})
    const objects = [place.fenceMarker, ...this.#uploads.flatMap(({ names }) => names)]
    await removeAfterAll({ cleaningBucket: async () => (await cleaning()).bucket }, objects)
  }
}
