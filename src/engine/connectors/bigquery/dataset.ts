import type { z } from 'zod/mini'
import { defined } from '../../../core/catalog/defined.ts'
import type { Clock } from '../vendor-api/clock.ts'
import { jsonAs } from '../vendor-api/vendor-call.ts'
import type { VendorClient } from '../vendor-api/vendor-client.ts'
import type { BigquerySettings } from './bigquery-settings.ts'
import { answered, dryRun, job, jobs, table, tablesPage } from './dataset-answers.ts'
import { type DatasetFacts, readFacts } from './dataset-facts.ts'
import { jobFailed } from './job-failed.ts'

const POLL_MS = 1_000

export interface TableField {
  readonly name: string
  readonly type: string
  readonly mode?: string
  /** How its texts are compared: `und:ci` ignores case. Absent: by their characters. */
  readonly collation?: string
}

export interface Table {
  readonly fields: readonly TableField[]
  readonly type: string
  /** The columns by which blocks of rows are kept together. */
  readonly clustering?: readonly string[]
  /** Only for tables, not for views. */
  readonly rows?: number
  readonly bytes?: number
}

export type Job = z.infer<typeof job>

/** What a job does, as BigQuery takes it; only queries are charged. */
export interface JobWork {
  readonly query?: object
  readonly load?: object
}

const tableOf = ({ schema, type, numRows, numBytes, clustering }: z.infer<typeof table>): Table =>
  defined({
    type,
    clustering: clustering?.fields,
    rows: numRows === undefined ? undefined : Number(numRows),
    bytes: numBytes === undefined ? undefined : Number(numBytes),
    fields: (schema?.fields ?? []).map(({ name, type, mode, collation }) =>
      defined({ name, type, mode, collation: collation || undefined }),
    ),
  })

/** One dataset, its tables and the jobs that change them. */
export class Dataset {
  readonly #client: VendorClient
  readonly #settings: BigquerySettings
  readonly #clock: Clock
  readonly #path: string

  constructor(client: VendorClient, settings: BigquerySettings, clock: Clock) {
    this.#client = client
    this.#settings = settings
    this.#clock = clock
    this.#path = `/bigquery/v2/projects/${encodeURIComponent(settings.projectId)}`
  }

  facts(): Promise<DatasetFacts> {
    return this.#client.call({
      method: 'GET',
      path: `${this.#path}/datasets/${this.#settings.datasetId}`,
      read: readFacts,
    })
  }

  async tables(): Promise<readonly { readonly name: string; readonly type: string }[]> {
    const found: { name: string; type: string }[] = []
    let pageToken: string | undefined
    do {
      const answer: z.infer<typeof tablesPage> = await this.#client.call({
        method: 'GET',
        path: `${this.#path}/datasets/${this.#settings.datasetId}/tables`,
        query: [['maxResults', '1000'], ...(pageToken === undefined ? [] : [['pageToken', pageToken] as const])],
        read: jsonAs(tablesPage),
      })
      found.push(...answer.tables.map(({ tableReference, type }) => ({ name: tableReference.tableId, type })))
      pageToken = answer.nextPageToken
    } while (pageToken !== undefined)
    return found
  }

  /** @returns `undefined` if there is none of that name */
  table(name: string): Promise<Table | undefined> {
    return this.#client.call({
      method: 'GET',
      path: `${this.#path}/datasets/${this.#settings.datasetId}/tables/${encodeURIComponent(name)}`,
      accepts: [404],
      read: (answer) => {
        if (answer.status === 404) return undefined
        return tableOf(jsonAs(table)(answer))
      },
    })
  }

  async dropTable(name: string): Promise<void> {
    await this.#client.call({
      method: 'DELETE',
      path: `${this.#path}/datasets/${this.#settings.datasetId}/tables/${encodeURIComponent(name)}`,
      accepts: [404],
      isRepeatable: true,
      read: () => undefined,
    })
  }

  /** Jobs of the last day of this account whose ids start with this prefix. */
  async jobs(prefix: string): Promise<readonly Job[]> {
    const found: Job[] = []
    let pageToken: string | undefined
    do {
      const page: z.infer<typeof jobs> = await this.#client.call({
        method: 'GET',
        path: `${this.#path}/jobs`,
        query: [
          ['projection', 'full'],
          ['maxResults', '500'],
          ['minCreationTime', String(this.#clock.now() - 86_400_000)],
          ...(pageToken === undefined ? [] : [['pageToken', pageToken] as const]),
        ],
        read: jsonAs(jobs),
      })
      found.push(...page.jobs.filter(({ jobReference }) => jobReference.jobId.startsWith(prefix)))
      pageToken = page.nextPageToken
    } while (pageToken !== undefined)
    return found
  }

  async cancelJob(jobId: string, location: string): Promise<void> {
    await this.#client.call({
      method: 'POST',
      path: `${this.#path}/jobs/${encodeURIComponent(jobId)}/cancel`,
      query: [['location', location]],
      accepts: [404],
      isRepeatable: true,
      read: () => undefined,
    })
  }

  /**
   * Starts a job with an id that we choose and waits for its end. With this id a repeated start is safe: an existing job is used.
   * @throws ConnectorError with BigQuery's message when the job failed; then nothing was changed
   */
  async runJob(jobId: string, location: string, configuration: JobWork, signal: AbortSignal): Promise<Job> {
    const jobReference = { projectId: this.#settings.projectId, jobId, location }
    await this.#client.call({
      method: 'POST',
      path: `${this.#path}/jobs`,
      body: { jobReference, configuration: this.#limited(configuration) },
      accepts: [409],
      isRepeatable: true,
      read: () => undefined,
    })
    return this.waitForJob(jobId, location, signal)
  }

  /** Source: cloud.google.com/bigquery/docs/best-practices-costs#limit_query_costs_by_restricting_the_number_of_bytes_billed */
  #limited(work: JobWork): JobWork {
    const { maximumBytesBilled } = this.#settings
    if (!work.query || maximumBytesBilled === undefined) return work
    return { ...work, query: { ...work.query, maximumBytesBilled: String(maximumBytesBilled) } }
  }

  /**
   * The bytes that a query would process; it is not executed, and the question is free of charge. Absent if BigQuery does not say it.
   * Source: cloud.google.com/bigquery/docs/running-queries#dry-run. @throws ConnectorError
   */
  processedBy(location: string, query: object): Promise<number | undefined> {
    const jobReference = { projectId: this.#settings.projectId, location }
    return this.#client.call({
      method: 'POST',
      path: `${this.#path}/jobs`,
      body: { jobReference, configuration: { dryRun: true, query } },
      isRepeatable: true,
      read: (answer) => {
        const { statistics } = jsonAs(dryRun)(answer)
        return statistics?.totalBytesProcessed === undefined ? undefined : Number(statistics.totalBytesProcessed)
      },
    })
  }

  /** Runs a query and reads the values of its only row. @throws ConnectorError */
  async ask(jobId: string, location: string, configuration: JobWork, signal: AbortSignal): Promise<readonly string[]> {
    const [row = []] = await this.askRows(jobId, location, configuration, signal)
    return row.map((value) => value ?? '')
  }

  /** Runs a query and reads all rows of its answer; of a script, of its last query. @throws ConnectorError */
  async askRows(
    jobId: string,
    location: string,
    configuration: JobWork,
    signal: AbortSignal,
  ): Promise<readonly (readonly (string | null)[])[]> {
    await this.runJob(jobId, location, configuration, signal)
    const rows: (string | null)[][] = []
    let pageToken: string | undefined
    do {
      const page: z.infer<typeof answered> = await this.#client.call({
        method: 'GET',
        path: `${this.#path}/queries/${encodeURIComponent(jobId)}`,
        query: [['location', location], ...(pageToken === undefined ? [] : [['pageToken', pageToken] as const])],
        read: jsonAs(answered),
      })
      rows.push(...page.rows.map(({ f }) => f.map(({ v }) => v)))
      pageToken = page.pageToken
    } while (pageToken !== undefined)
    return rows
  }

  /** @returns `undefined` if there is none with this id */
  findJob(jobId: string, location: string): Promise<Job | undefined> {
    return this.#client.call({
      method: 'GET',
      path: `${this.#path}/jobs/${encodeURIComponent(jobId)}`,
      query: [['location', location]],
      accepts: [404],
      read: (answer) => (answer.status === 404 ? undefined : jsonAs(job)(answer)),
    })
  }

  async waitForJob(jobId: string, location: string, signal: AbortSignal): Promise<Job> {
    for (;;) {
      const found: Job = await this.#client.call({
        method: 'GET',
        path: `${this.#path}/jobs/${encodeURIComponent(jobId)}`,
        query: [['location', location]],
        read: jsonAs(job),
      })
      if (found.status.state === 'DONE') {
        if (found.status.errorResult) throw jobFailed(found)
        return found
      }
      await this.#clock.sleep(POLL_MS, signal)
    }
  }

  pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    return this.#clock.sleep(milliseconds, signal)
  }

  get id(): string {
    return `${this.#settings.projectId}.${this.#settings.datasetId}`
  }

  reference(name: string): object {
    return { projectId: this.#settings.projectId, datasetId: this.#settings.datasetId, tableId: name }
  }
}
