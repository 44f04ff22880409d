import { CONNECTION_TYPES } from '../../../core/catalog/connection-types.ts'
import { COMMON_TEXT } from '../common-text/value-type.ts'
import { ConnectorError } from '../connector.ts'
import type { Committed, Destination, Target, TargetRequest } from '../destination.ts'
import { limitsOfRow } from '../row-limits.ts'
import { type BigqueryColumn, bigqueryColumns } from './bigquery-column.ts'
import { BigqueryLoad } from './bigquery-load.ts'
import { checkFields, placeOf, tableName } from './bigquery-target.ts'
import type { Dataset, Job } from './dataset.ts'
import type { StagingBucket } from './staging-bucket.ts'

export interface DestinationOptions {
  readonly dataset: Dataset
  readonly bucket: StagingBucket
  readonly location: string
  readonly signal: AbortSignal
  readonly cleaningBucket: () => Promise<StagingBucket>
}

/** Labels of jobs hold lower-case letters, digits, hyphens and underscores, at most so many. */
const LONGEST_LABEL = 63

export class BigqueryDestination implements Destination {
  readonly identity: string
  readonly modes = CONNECTION_TYPES.bigquery.modes
  readonly #options: DestinationOptions

  constructor(options: DestinationOptions) {
    this.#options = options
    this.identity = `bigquery ${options.dataset.id}`
  }

  nameOf(target: string): string {
    return tableName(target)
  }

  async prepare(request: TargetRequest): Promise<Target> {
    const { dataset, bucket } = this.#options
    const { target: table, fence, mode } = request
    const columns = bigqueryColumns(request.columns)
    const existing = await dataset.table(table)
    if (existing && existing.type !== 'TABLE') throw notATable(table, existing.type)
    checkFields(table, existing?.fields ?? [], columns, mode)

    const place = placeOf(fence, dataset, table)
    const committed = await this.#endOlderAttempts(place, fence.runId, fence.epoch)
    const prefix = `millrace/${place}/${fence.epoch}/`
    return {
      isNew: existing === undefined,
      ...(committed && { committed }),
      formats: [COMMON_TEXT],
      columns: columns.map(({ name }) => name),
      refuses: limitsOfRow(columns.map(({ name, refuses }) => ({ column: name, nullable: true, limit: refuses }))),
      notes: notesOf(table, existing !== undefined, mode),
      load: () =>
        BigqueryLoad.open({
          columns,
          bucket,
          prefix,
          cleaningBucket: this.#options.cleaningBucket,
          commit: (uris, rows, bound) => this.#commit({ table, place, columns, request, uris, rows, bound }),
        }),
    }
  }

  async close(): Promise<void> {}

  /**
   * Stops the jobs of older attempts and takes their staged objects away: what a paused worker wakes up to can no longer be loaded.
   * @returns what this run has committed, if an earlier attempt of it has. @throws ConnectorError `FENCED` when a newer one has begun
   */
  async #endOlderAttempts(place: string, runId: string, epoch: bigint): Promise<Committed | undefined> {
    const { dataset, bucket, location, signal } = this.#options
    const jobs = await dataset.jobs(`millrace_${place}_`)
    for (const job of jobs.filter(({ status }) => status.state !== 'DONE')) {
      if (epochOf(job) > epoch) throw fenced()
      await dataset.cancelJob(job.jobReference.jobId, location)
      await dataset.waitForJob(job.jobReference.jobId, location, signal).catch((error: unknown) => {
        if (!(error instanceof ConnectorError)) throw error
      })
    }
    const staged = await bucket.list(`millrace/${place}/`)
    if (staged.some((name) => BigInt(name.split('/')[2] ?? 0) > epoch)) throw fenced()
    await bucket.remove(staged)
    const done = (await dataset.jobs(`millrace_${place}_${idOf(runId)}_`)).find(
      ({ status }) => status.state === 'DONE' && !status.errorResult,
    )
    return done && committedOf(done)
  }

  async #commit({ table, place, columns, request, uris, bound }: CommitRequest): Promise<number> {
    const { dataset, location, signal } = this.#options
    const { fence, mode } = request
    const label = bound === undefined ? undefined : Buffer.from(bound).toString('hex')
    const job = await dataset.runJob(
      `millrace_${place}_${idOf(fence.runId)}_${fence.epoch}`,
      location,
      {
        ...(label !== undefined && label.length <= LONGEST_LABEL && { labels: { millrace_bound: label } }),
        load: {
          sourceUris: uris,
          sourceFormat: 'PARQUET',
          destinationTable: dataset.reference(table),
          schema: { fields: columns.map(({ name, type, mode: nullable }) => ({ name, type, mode: nullable })) },
          createDisposition: 'CREATE_IF_NEEDED',
          // One job, so that its end replaces the rows in one step or changes nothing.
          writeDisposition: mode === 'replace' ? 'WRITE_TRUNCATE' : 'WRITE_APPEND',
          ...(mode === 'append' && { schemaUpdateOptions: ['ALLOW_FIELD_ADDITION'] }),
          maxBadRecords: 0,
        },
      },
      signal,
    )
    return Number(job.statistics?.load?.outputRows ?? 0)
  }
}

interface CommitRequest {
  readonly table: string
  readonly place: string
  readonly columns: readonly BigqueryColumn[]
  readonly request: TargetRequest
  readonly uris: readonly string[]
  readonly rows: number
  readonly bound: string | undefined
}

/** Ids of jobs hold letters, digits, hyphens and underscores; ours are told apart at underscores. */
const idOf = (runId: string) => runId.replace(/[^A-Za-z0-9]/g, '')

const epochOf = ({ jobReference }: Job): bigint => BigInt(jobReference.jobId.split('_').at(-1) ?? 0)

function committedOf({ statistics, configuration }: Job): Committed {
  const label = configuration?.labels?.['millrace_bound']
  return {
    rows: Number(statistics?.load?.outputRows ?? 0),
    ...(label !== undefined && { bound: Buffer.from(label, 'hex').toString() }),
  }
}

const notesOf = (table: string, exists: boolean, mode: string): readonly string[] => {
  if (!exists) return [`The table ${table} is made anew.`]
  return mode === 'replace' ? [`The columns of ${table} become those that come.`] : []
}

const fenced = () =>
  new ConnectorError({
    code: 'FENCED',
    message: 'A newer attempt of this flow has taken over; this one changes nothing any more.',
    retryable: false,
  })

const notATable = (table: string, type: string) =>
  new ConnectorError({
    code: 'TARGET_MISMATCH',
    message: `${table} is a ${type.toLowerCase().replaceAll('_', ' ')}, not a table.`,
    hint: 'Choose another target.',
    retryable: false,
  })
