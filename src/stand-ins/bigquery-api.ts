import { type CloudJob, type JobConfiguration, runJob } from './bigquery-jobs.ts'
import type { CloudTable } from './bigquery-table.ts'
import type { GoogleCloudSettings } from './google-cloud-settings.ts'
import { refused } from './google-refusal.ts'
import type { VendorReply, VendorRequest } from './vendor-server.ts'

interface Options {
  readonly projectId: string
  readonly datasetId: string
  readonly bucket: string
  readonly objects: ReadonlyMap<string, Buffer>
  readonly settings: GoogleCloudSettings
  readonly now: () => number
}

/** Into one table. */
const LOADS_A_DAY = 1_500

/** One dataset of BigQuery, and its jobs. */
export class BigqueryApi {
  readonly tables = new Map<string, CloudTable>()
  readonly jobs = new Map<string, CloudJob>()
  readonly #options: Options
  /** When each table was loaded. */
  readonly #loads = new Map<string, readonly number[]>()

  constructor(options: Options) {
    this.#options = options
  }

  async answer({ method, path, query, body }: VendorRequest): Promise<VendorReply> {
    const [, rest = ''] = /^\/bigquery\/v2\/projects\/my-project-123(\/.*)$/.exec(path) ?? []
    const [, dataset, table] = /^\/datasets\/([^/]+)(?:\/tables\/?(.*))?$/.exec(rest) ?? []
    if (dataset !== undefined) {
      if (dataset === this.#options.datasetId) return this.#dataset(method, rest, table)
      return refused(404, 'notFound', `Not found: Dataset ${this.#options.projectId}:${dataset}`)
    }
    if (rest === '/jobs' && method === 'POST') return this.#insertJob(body)
    if (rest === '/jobs') return this.#listJobs(Number(query.get('minCreationTime') ?? 0))
    const [, asked] = /^\/queries\/([^/]+)$/.exec(rest) ?? []
    const answer = asked === undefined ? undefined : this.jobs.get(asked)?.answer
    if (asked !== undefined) {
      const rows = answer?.map((row) => ({ f: row.map((value) => ({ v: value === null ? null : String(value) })) }))
      return { status: 200, body: { jobComplete: true, ...(rows && rows.length > 0 && { rows }) } }
    }
    const [, id = '', isCancel] = /^\/jobs\/([^/]+)(\/cancel)?$/.exec(rest) ?? []
    return this.#job(id, query.get('location'), isCancel !== undefined)
  }

  #dataset(method: string, rest: string, table: string | undefined): VendorReply {
    const { projectId, datasetId, settings } = this.#options
    if (rest.endsWith('/tables')) {
      const list = [...this.tables].map(([tableId, { type = 'TABLE' }]) => ({ tableReference: { tableId }, type }))
      return { status: 200, body: { tables: list } }
    }
    const { location, defaultCollation = '', isCaseInsensitive = false } = settings
    if (table === undefined)
      return { status: 200, body: { id: datasetId, location, defaultCollation, isCaseInsensitive } }
    const name = decodeURIComponent(table)
    if (method === 'DELETE')
      return this.tables.delete(name) ? { status: 204 } : refused(404, 'notFound', 'Not found: Table')
    const found = this.tables.get(name)
    if (!found) return refused(404, 'notFound', `Not found: Table ${projectId}:${datasetId}.${table}`)
    const { type = 'TABLE', fields, rows } = found
    const counted = type === 'TABLE' && { numRows: String(rows.length), numBytes: String(8 * rows.length) }
    return { status: 200, body: { type, schema: { fields }, ...counted } }
  }

  #listJobs(since: number): VendorReply {
    const list = [...this.jobs.values()].filter(({ createdAt }) => createdAt >= since)
    return { status: 200, body: { jobs: list.map((job) => this.#shown(job)) } }
  }

  #job(id: string, location: string | null, isCancel: boolean): VendorReply {
    const job = this.jobs.get(id)
    if (!job || location !== this.#options.settings.location) return refused(404, 'notFound', `Not found: Job ${id}`)
    // BigQuery may finish a job that it is asked to stop; here it finishes each that has begun.
    if (isCancel && job.state === 'PENDING') {
      job.state = 'DONE'
      job.errorResult = { reason: 'stopped', message: 'Job execution was cancelled: User requested cancellation' }
    }
    return { status: 200, body: this.#shown(job) }
  }

  async #insertJob(body: Buffer): Promise<VendorReply> {
    const { projectId, settings, now } = this.#options
    const { jobReference, configuration } = JSON.parse(body.toString()) as {
      jobReference: { jobId: string; location: string }
      configuration: JobConfiguration
    }
    if (configuration.dryRun) return this.#dryRun(configuration)
    const { jobId: id } = jobReference
    if (!/^[A-Za-z0-9_-]{1,1024}$/.test(id)) return refused(400, 'invalid', 'Invalid job ID')
    if (this.jobs.has(id))
      return refused(409, 'duplicate', `Already Exists: Job ${projectId}:${settings.location}.${id}`)
    if (Object.values(configuration.labels ?? {}).some((label) => !/^[a-z0-9_-]{0,63}$/.test(label)))
      return refused(400, 'invalid', 'Invalid label')
    const spent = this.#loadsLeft(configuration)
    if (spent !== undefined) return refused(403, 'quotaExceeded', spent)
    const costly = this.#tooCostly(configuration)
    if (costly !== undefined) return refused(500, 'bytesBilledLimitExceeded', costly)
    const job: CloudJob = { id, createdAt: now(), state: 'PENDING', configuration }
    this.jobs.set(id, job)
    if (!settings.isStuck) await runJob(job, { ...this.#options, tables: this.tables })
    return { status: 200, body: this.#shown(job) }
  }

  /** Failed jobs count too, and so do those of a table that was dropped since. Source: cloud.google.com/bigquery/quotas#load_jobs */
  #loadsLeft({ load }: JobConfiguration): string | undefined {
    if (!load) return undefined
    const { tableId } = load.destinationTable
    const day = this.#options.now() - 86_400_000
    const times = (this.#loads.get(tableId) ?? []).filter((time) => time >= day)
    this.#loads.set(tableId, [...times, this.#options.now()])
    return times.length < LOADS_A_DAY
      ? undefined
      : `Quota exceeded: Your table exceeded quota for imports or query appends per table: ${tableId}`
  }

  /** Refused before it is executed, as a fault of the server. */
  #tooCostly({ query }: JobConfiguration): string | undefined {
    if (query?.maximumBytesBilled === undefined) return undefined
    const { leastBilled } = this.#options.settings
    const billed = this.#readBy(query).reduce((sum, bytes) => sum + Math.max(bytes, leastBilled), 0)
    return billed > Number(query.maximumBytesBilled)
      ? `Query exceeded limit for bytes billed: ${query.maximumBytesBilled}. ${billed} or higher required.`
      : undefined
  }

  /** The bytes of each table that a query reads. */
  #readBy({ query }: { readonly query: string }): readonly number[] {
    return [...this.tables].filter(([name]) => query.includes(`.${name}\``)).map(([, { rows }]) => 8 * rows.length)
  }

  /** Creates no job; BigQuery knows how much a query would read. */
  #dryRun({ query }: JobConfiguration): VendorReply {
    const bytes = query ? this.#readBy(query).reduce((sum, each) => sum + each, 0) : 0
    return { status: 200, body: { status: { state: 'DONE' }, statistics: { totalBytesProcessed: String(bytes) } } }
  }

  #shown({ id, state, errorResult, outputRows, changed, configuration }: CloudJob) {
    const { projectId, settings } = this.#options
    return {
      jobReference: { projectId, jobId: id, location: settings.location },
      status: { state, ...(errorResult && { errorResult, errors: [errorResult] }) },
      statistics: {
        load: { ...(outputRows !== undefined && { outputRows: String(outputRows) }) },
        ...(changed && {
          query: {
            dmlStats: { insertedRowCount: String(changed.inserted), updatedRowCount: String(changed.updated) },
          },
        }),
      },
      configuration,
    }
  }
}
