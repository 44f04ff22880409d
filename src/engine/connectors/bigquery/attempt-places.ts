import { sentence } from '../../../core/catalog/sentence.ts'
import { ParquetFile } from '../../formats/parquet/parquet-file.ts'
import { ConnectorError } from '../../ports/connector.ts'
import { inLanes } from '../../ports/in-lanes.ts'
import type { Committed } from '../../ports/target.ts'
import type { TargetRequest } from '../../ports/target-request.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import { loadIdOf, STAGING } from './bigquery-target.ts'
import type { Checked } from './checked-target.ts'
import { committedOf, epochOf, idOf } from './commit-jobs.ts'
import type { DestinationOptions } from './commit-rows.ts'
import type { Job } from './dataset.ts'
import { ORDINAL } from './merge-statement.ts'
import { rangesFolder, runFolder } from './range-objects.ts'

/** The bucket folder of one attempt for one target. */
export interface AttemptPlace {
  readonly staged: readonly BigqueryColumn[]
  readonly loadId: string
  readonly prefix: string
  readonly fenceMarker: string
}

/** What BigQuery lists for all targets at once: the jobs of the last day, and the tables of the dataset. */
export interface Listed {
  readonly jobs: readonly Job[]
  readonly tables: readonly string[]
}

const FENCE = 'fence.parquet'

export const isFenceMarker = (name: string): boolean => name.endsWith(`/${FENCE}`)

/** Questions to Google at a time. */
const AT_ONCE = 8

/** The places in the bucket where the attempts of a run stage their rows, each with its fence marker. */
export class AttemptPlaces {
  readonly #options: DestinationOptions
  /** Empty marker objects of attempts whose rows are not being uploaded yet. */
  readonly #waiting = new Set<string>()

  constructor(options: DestinationOptions) {
    this.#options = options
  }

  /** Uploads the fence marker of an attempt, which is the first object in its folder. */
  async open({ target, fence }: TargetRequest, { columns, key }: Checked, dry?: 'dry run'): Promise<AttemptPlace> {
    const { dataset, bucket } = this.#options
    const loadId = loadIdOf(fence, dataset, target, dry)
    const prefix = `millrace/${loadId}/${fence.epoch}/`
    const staged = key ? [...columns, ORDINAL] : columns
    const fenceMarker = `${prefix}${FENCE}`
    // Before it exists, because an attempt that ends meanwhile does not know whether the object has arrived.
    this.#waiting.add(fenceMarker)
    // Before the search for other attempts, so that of two attempts that begin at the same time the older one is always found.
    const empty = bucket.upload(fenceMarker)
    await new ParquetFile(staged, (bytes) => empty.write(bytes)).end()
    await empty.end()
    return { staged, loadId, prefix, fenceMarker }
  }

  /** From now on a load removes the marker. */
  handOver({ fenceMarker }: AttemptPlace): void {
    this.#waiting.delete(fenceMarker)
  }

  /**
   * Deletes the staged objects of older attempts. Each job refers to the fence marker of its attempt, so after its deletion a paused worker that
   * resumes cannot load anything, even if it uploads more objects. @throws ConnectorError `FENCED` if a newer attempt has begun
   */
  async removeOlder({ loadId }: AttemptPlace, fence: TargetRequest['fence']): Promise<void> {
    const { bucket } = this.#options
    const { epoch } = fence
    const objects = await bucket.list(`millrace/${loadId}/`)
    const [ranges, attempts] = partition(objects, (name) => name.startsWith(rangesFolder(loadId)))
    const epochs = attempts.map((name) => BigInt(name.split('/')[2] ?? 0))
    if (epochs.some((other) => other > epoch)) throw fenced()
    // Ranges that an earlier attempt of this run has staged are of use to the next one.
    const useless = ranges.filter((name) => fence.endsRun || !name.startsWith(runFolder(loadId, fence)))
    await bucket.remove([...attempts.filter((_, at) => epochs[at] !== epoch), ...useless])
  }

  /** After `removeOlder`, so that no job begins later that is not listed. For many targets asked once: every question brings all jobs of a day. */
  async list(): Promise<Listed> {
    const { dataset } = this.#options
    const jobs = await dataset.jobs('millrace_')
    // After the jobs, so that it has the tables of those that had ended.
    return { jobs, tables: await this.#tables() }
  }

  async #tables(): Promise<readonly string[]> {
    return (await this.#options.dataset.tables()).map(({ name }) => name)
  }

  /**
   * Stops the jobs of older attempts, and drops their tables.
   * @returns what this run has committed in an earlier attempt, if any. @throws ConnectorError `FENCED` if a newer attempt has begun
   */
  async endJobs(
    { loadId }: AttemptPlace,
    { runId, epoch }: TargetRequest['fence'],
    { jobs, tables }: Listed,
  ): Promise<Committed | undefined> {
    const { dataset, location, signal } = this.#options
    const own = jobs.filter(({ jobReference }) => jobReference.jobId.startsWith(`millrace_${loadId}_`))
    const settled = await Promise.all(
      own.map(async (job) => {
        if (epochOf(job) > epoch) throw fenced()
        if (job.status.state === 'DONE') return job
        await dataset.cancelJob(job.jobReference.jobId, location)
        return dataset.waitForJob(job.jobReference.jobId, location, signal).catch((error: unknown) => {
          if (!(error instanceof ConnectorError)) throw error
          return undefined
        })
      }),
    )
    // BigQuery may finish a load that it is asked to stop.
    const isEnded = own.every(({ status }) => status.state === 'DONE')
    const left = isEnded ? tables : await this.#tables()
    for (const name of left.filter((table) => table.startsWith(`${STAGING}${loadId}_`))) await dataset.dropTable(name)
    const isCommit = new RegExp(`^millrace_${loadId}_${idOf(runId)}_\\d+$`)
    const done = settled.find((job) => job && isCommit.test(job.jobReference.jobId) && !job.status.errorResult)
    return done && committedOf(done)
  }

  /** Locks out older attempts for one target. @returns and @throws as `endJobs` */
  async endOlder(place: AttemptPlace, fence: TargetRequest['fence']): Promise<Committed | undefined> {
    await this.removeOlder(place, fence)
    return this.endJobs(place, fence, await this.list())
  }

  /** Removes the markers of attempts that never began to load. */
  async close(): Promise<void> {
    if (this.#waiting.size === 0) return
    await this.#options
      .cleaning()
      .then(({ bucket }) => bucket.remove([...this.#waiting]))
      .catch(() => {})
  }
}

const partition = <T>(all: readonly T[], is: (one: T) => boolean): readonly [readonly T[], readonly T[]] => [
  all.filter(is),
  all.filter((one) => !is(one)),
]

/** Does work for each of many targets, several at a time. @returns the results; those that failed are missing, and fail when they are asked again */
export async function forEach<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<Map<T, R>> {
  const done = new Map<T, R>()
  await inLanes(all, AT_ONCE, async (one) => {
    await work(one)
      .then((result) => done.set(one, result))
      .catch((error: unknown) => {
        if (!(error instanceof ConnectorError)) throw error
      })
  })
  return done
}

export const fenced = () =>
  new ConnectorError({
    code: 'FENCED',
    message: sentence`A newer attempt of this flow has taken over. This attempt changes nothing more.`,
  })
