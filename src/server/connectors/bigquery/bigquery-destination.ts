import { CONNECTION_TYPES } from '../../../core/catalog/connection-types.ts'
import { COMMON_TEXT } from '../common-text/value-type.ts'
import { ConnectorError } from '../connector.ts'
import { countingLoad } from '../counting-load.ts'
import type { Committed, Destination, Fence, Overlap, Target, TargetPlan, TargetRequest } from '../destination.ts'
import { fitNotes } from '../fit-notes.ts'
import { ParquetFile } from '../parquet/parquet-file.ts'
import type { RehearsedTarget } from '../rehearsal.ts'
import { requireKey } from '../row-key.ts'
import { limitsOfRow } from '../row-limits.ts'
import { type BigqueryColumn, bigqueryColumns, heldBy } from './bigquery-column.ts'
import { BigqueryLoad, type PlacedRows } from './bigquery-load.ts'
import { checkFields, placeOf, tableName } from './bigquery-target.ts'
import type { Dataset, Job, Table, TableField } from './dataset.ts'
import { appendStatement, mergeStatement, ORDINAL, prepareStatements } from './merge-statement.ts'
import type { StagingBucket } from './staging-bucket.ts'

export interface DestinationOptions {
  readonly dataset: Dataset
  readonly bucket: StagingBucket
  readonly location: string
  readonly signal: AbortSignal
  /** Reach Google also when the run was cancelled. */
  readonly cleaning: () => Promise<{ readonly dataset: Dataset; readonly bucket: StagingBucket }>
}

/** Labels of jobs hold lower-case letters, digits, hyphens and underscores, at most so many. */
const LONGEST_LABEL = 63

/** Names of tables in which rows wait to be merged begin so; discovery leaves them out. */
export const STAGING = '_millrace_staging_'

export class BigqueryDestination implements Destination {
  readonly identity: string
  readonly modes = CONNECTION_TYPES.bigquery.modes
  readonly #options: DestinationOptions
  /** Empty objects that stand for attempts whose rows are not on their way yet. */
  readonly #posts = new Set<string>()

  constructor(options: DestinationOptions) {
    this.#options = options
    this.identity = `bigquery ${options.dataset.id}`
  }

  nameOf(target: string): string {
    return tableName(target)
  }

  async plan(request: TargetRequest): Promise<TargetPlan> {
    const { columns, existing, key } = await this.#check(request)
    return {
      effect: existing ? EFFECTS[request.mode] : 'created',
      columns: request.columns.map((coming, at) => {
        const { name, type = '' } = columns[at] ?? coming
        const isAdded = existing && request.mode !== 'replace' && !hasField(existing.fields, name)
        const nullable = !key?.includes(name)
        const notes = fitNotes(coming, { value: heldBy(type, coming.value), nullable })
        return { name, type, notes: [...(isAdded ? (['added'] as const) : []), ...notes] }
      }),
      notes: existing ? notesOf(request.target, true, request.mode) : [],
    }
  }

  async rehearse(request: TargetRequest): Promise<RehearsedTarget> {
    const target = targetOf(request, await this.#check(request))
    return { ...target, load: async () => countingLoad(target.refuses) }
  }

  async prepare(request: TargetRequest): Promise<Target> {
    const { dataset, bucket } = this.#options
    const { target: table, fence } = request
    const checked = await this.#check(request)
    const { columns, existing, key, overlap } = checked
    const place = placeOf(fence, dataset, table)
    const prefix = `millrace/${place}/${fence.epoch}/`
    const staged = key ? [...columns, ORDINAL] : columns
    const post = `${prefix}fence.parquet`
    // Before the others are looked for, so that of two attempts that begin at once the older is sure to be seen.
    const empty = bucket.upload(post)
    await new ParquetFile(staged, (bytes) => empty.write(bytes)).end()
    await empty.end()
    this.#posts.add(post)
    const committed = await this.#endOlderAttempts(place, fence.runId, fence.epoch)
    const work = { table, place, columns, request, existing }
    return {
      ...targetOf(request, checked),
      ...(committed && { committed }),
      ...(overlap && { leavesOutRepeated: true as const }),
      load: async () => {
        this.#posts.delete(post)
        return new BigqueryLoad({
          columns: staged,
          ...(key && { key }),
          bucket,
          prefix,
          post,
          cleaningBucket: async () => (await this.#options.cleaning()).bucket,
          commit: (uris, bound) => {
            if (key) return this.#merge({ ...work, uris, bound }, key)
            return overlap ? this.#append({ ...work, uris, bound }, overlap) : this.#load({ ...work, uris, bound })
          },
        })
      },
    }
  }

  async close(): Promise<void> {
    if (this.#posts.size === 0) return
    await this.#options
      .cleaning()
      .then(({ bucket }) => bucket.remove([...this.#posts]))
      .catch(() => {})
  }

  /** @throws ConnectorError when the rows cannot stand in the table */
  async #check({ target: table, columns: coming, mode, key: chosen, overlap }: TargetRequest): Promise<Checked> {
    const columns = bigqueryColumns(coming)
    const existing = await this.#options.dataset.table(table)
    if (existing && existing.type !== 'TABLE') throw notATable(table, existing.type)
    checkFields(table, existing?.fields ?? [], columns, mode)
    const key = mode === 'upsert' ? requireKey(coming, chosen, table) : undefined
    const isKnown = (name: string) => hasField(existing?.fields ?? [], name)
    // Without a key rows cannot be told apart by a statement that BigQuery does in one step.
    const tells =
      overlap &&
      overlap.key.length > 0 &&
      [...overlap.key, overlap.cursor ?? ''].every((name) => name === '' || isKnown(name))
    return { columns, existing, key, ...(tells && { overlap }) }
  }

  /**
   * Takes the staged objects of older attempts away and stops their jobs: each job names its attempt's post, so that without it what a paused
   * worker wakes up to can no longer be loaded, whatever it uploads then.
   * @returns what this run has committed, if an earlier attempt of it has. @throws ConnectorError `FENCED` when a newer one has begun
   */
  async #endOlderAttempts(place: string, runId: string, epoch: bigint): Promise<Committed | undefined> {
    const { dataset, bucket, location, signal } = this.#options
    const staged = await bucket.list(`millrace/${place}/`)
    const epochs = staged.map((name) => BigInt(name.split('/')[2] ?? 0))
    if (epochs.some((other) => other > epoch)) throw fenced()
    await bucket.remove(staged.filter((_, at) => epochs[at] !== epoch))
    const jobs = await dataset.jobs(`millrace_${place}_`)
    const settled = await Promise.all(
      jobs.map(async (job) => {
        if (epochOf(job) > epoch) throw fenced()
        if (job.status.state === 'DONE') return job
        await dataset.cancelJob(job.jobReference.jobId, location)
        return dataset.waitForJob(job.jobReference.jobId, location, signal).catch((error: unknown) => {
          if (!(error instanceof ConnectorError)) throw error
          return undefined
        })
      }),
    )
    for (const name of await this.#stagingTables(place)) await dataset.dropTable(name)
    const isCommit = new RegExp(`^millrace_${place}_${idOf(runId)}_\\d+$`)
    const done = settled.find((job) => job && isCommit.test(job.jobReference.jobId) && !job.status.errorResult)
    return done && committedOf(done)
  }

  async #stagingTables(place: string): Promise<readonly string[]> {
    const tables = await this.#options.dataset.tables()
    return tables.map(({ name }) => name).filter((name) => name.startsWith(`${STAGING}${place}_`))
  }

  /** One job, so that its end puts all rows in place in one step or changes nothing. */
  async #load({ table, place, columns, request, uris, bound }: CommitRequest): Promise<PlacedRows> {
    const { dataset, location, signal, cleaning } = this.#options
    const { fence, mode } = request
    const id = commitJob(place, fence)
    const load = {
      ...loadOf(dataset, table, columns, uris),
      writeDisposition: mode === 'replace' ? 'WRITE_TRUNCATE' : 'WRITE_APPEND',
      ...(mode === 'append' && { schemaUpdateOptions: ['ALLOW_FIELD_ADDITION'] }),
    }
    try {
      const job = await dataset.runJob(id, location, { ...labelsOf(bound), load }, signal)
      return { rows: Number(job.statistics?.load?.outputRows ?? 0), repeated: 0 }
    } catch (error) {
      // Best effort: a job that goes on all the same is ended by the next attempt.
      if (signal.aborted)
        await cleaning()
          .then((reached) => reached.dataset.cancelJob(id, location))
          .catch(() => {})
      throw error
    }
  }

  /**
   * The rows are loaded beside the table and merged by one statement. A newer attempt takes the staging table away before it begins, so that the
   * merge of one that was paused finds nothing.
   */
  #merge(request: CommitRequest, key: readonly string[]): Promise<PlacedRows> {
    const { columns, bound } = request
    return this.#fromStaging(request, [...columns, ORDINAL], async ({ rows, runCommit, ...tables }) => {
      await runCommit(mergeStatement({ ...tables, columns, key }), labelsOf(bound, rows))
      return { rows, repeated: 0 }
    })
  }

  /** The same, but rows that an earlier run has brought stay as they are. */
  #append(request: CommitRequest, overlap: Overlap): Promise<PlacedRows> {
    const { dataset, location, signal } = this.#options
    const { columns, bound, place } = request
    return this.#fromStaging(request, columns, async ({ rows, runCommit, ...tables }) => {
      const prepare = prepareStatements({ ...tables, columns })
      const widening = widenJob(place, request.request.fence)
      // By itself, because a script of several statements does not tell how many rows one of them has put in.
      if (prepare.length > 0)
        await dataset.runJob(widening, location, { query: { query: prepare.join(';\n'), useLegacySql: false } }, signal)
      const job = await runCommit(appendStatement({ ...tables, columns, overlap }), labelsOf(bound))
      return { rows, repeated: rows - insertedBy(job) }
    })
  }

  async #fromStaging(
    { table, place, columns, request, uris, existing }: CommitRequest,
    staged: readonly BigqueryColumn[],
    commit: (loaded: StagedRows) => Promise<PlacedRows>,
  ): Promise<PlacedRows> {
    const { dataset, location, signal, cleaning } = this.#options
    const { fence } = request
    const staging = `${STAGING}${place}_${fence.epoch}`
    const jobs = [stagingJob(place, fence), commitJob(place, fence)] as const
    try {
      const load = { ...loadOf(dataset, staging, staged, uris), writeDisposition: 'WRITE_TRUNCATE' }
      const loaded = await dataset.runJob(jobs[0], location, { load }, signal)
      return await commit({
        rows: Number(loaded.statistics?.load?.outputRows ?? 0),
        target: `${dataset.id}.${table}`,
        staging: `${dataset.id}.${staging}`,
        added: columns.map(({ name }) => name).filter((name) => !hasField(existing?.fields ?? [], name)),
        runCommit: (query, labels) =>
          dataset.runJob(jobs[1], location, { ...labels, query: { query, useLegacySql: false } }, signal),
      })
    } catch (error) {
      if (!existing && hasFailed(error))
        await cleaning()
          .then((reached) => dropEmpty(reached.dataset, table, staging))
          .catch(() => {})
      throw error
    } finally {
      // Whatever became of it; a newer attempt tidies up after one that could not.
      await cleaning()
        .then(async (reached) => {
          if (signal.aborted) for (const job of jobs) await reached.dataset.cancelJob(job, location)
          await reached.dataset.dropTable(staging)
        })
        .catch(() => {})
    }
  }
}

/** BigQuery has said so: the job is over, and no row of it can come any more. */
const hasFailed = (error: unknown) => error instanceof ConnectorError && error.problem.code === 'JOB_FAILED'

/** The statement that merges makes the table first and leaves it without rows when it fails. Without its staging table an attempt is no longer the newest. */
async function dropEmpty(dataset: Dataset, name: string, staging: string): Promise<void> {
  if (!(await dataset.table(staging))) return
  const left = await dataset.table(name)
  if (left?.rows === 0) await dataset.dropTable(name)
}

/** What becomes of the columns, as far as it is known without anything being written. */
function targetOf({ target: table, mode }: TargetRequest, { columns, existing, key }: Checked) {
  const limits = columns.map(({ name, refuses }) => ({
    column: name,
    nullable: !key?.includes(name),
    limit: refuses,
  }))
  return {
    isNew: existing === undefined,
    formats: [COMMON_TEXT],
    columns: columns.map(({ name }) => name),
    refuses: limitsOfRow(limits),
    notes: notesOf(table, existing !== undefined, mode),
  }
}

const EFFECTS = { replace: 'replaced', append: 'appended', upsert: 'upserted' } as const

const hasField = (fields: readonly TableField[], wanted: string): boolean =>
  fields.some(({ name }) => name.toLowerCase() === wanted.toLowerCase())

/** Rows that wait beside the table, and the way into it. */
interface StagedRows {
  readonly rows: number
  /** As `project.dataset.table`. */
  readonly target: string
  readonly staging: string
  /** Columns that the target lacks. */
  readonly added: readonly string[]
  readonly runCommit: (query: string, labels: ReturnType<typeof labelsOf>) => Promise<Job>
}

/** What is known of a target before anything is written. */
interface Checked {
  readonly columns: readonly BigqueryColumn[]
  readonly existing: Table | undefined
  readonly key: readonly string[] | undefined
  /** How rows are known that are there already; absent where all of them are new, or cannot be known. */
  readonly overlap?: Overlap
}

interface CommitRequest {
  readonly table: string
  readonly place: string
  readonly columns: readonly BigqueryColumn[]
  readonly request: TargetRequest
  /** The table as it was; absent where there was none. */
  readonly existing: Table | undefined
  readonly uris: readonly string[]
  readonly bound: string | undefined
}

const loadOf = (dataset: Dataset, table: string, columns: readonly BigqueryColumn[], uris: readonly string[]) => ({
  sourceUris: uris,
  sourceFormat: 'PARQUET',
  destinationTable: dataset.reference(table),
  schema: { fields: columns.map(({ name, type, mode }) => ({ name, type, mode })) },
  createDisposition: 'CREATE_IF_NEEDED',
  maxBadRecords: 0,
})

/** What a run that is taken up again has to know of its commit. */
function labelsOf(bound: string | undefined, rows?: number): { labels?: Record<string, string> } {
  const label = bound === undefined ? undefined : Buffer.from(bound).toString('hex')
  const labels = {
    ...(label !== undefined && label.length <= LONGEST_LABEL && { millrace_bound: label }),
    ...(rows !== undefined && { millrace_rows: String(rows) }),
  }
  return Object.keys(labels).length > 0 ? { labels } : {}
}

/** Its success is the commit; see `#endOlderAttempts`. */
const commitJob = (place: string, { runId, epoch }: Fence) => `millrace_${place}_${idOf(runId)}_${epoch}`
const widenJob = (place: string, { runId, epoch }: Fence) => `millrace_${place}_${idOf(runId)}_widen_${epoch}`
const stagingJob = (place: string, { runId, epoch }: Fence) => `millrace_${place}_${idOf(runId)}_staging_${epoch}`

/** Ids of jobs hold letters, digits, hyphens and underscores; ours are told apart at underscores. */
const idOf = (runId: string) => runId.replace(/[^A-Za-z0-9]/g, '')

const epochOf = ({ jobReference }: Job): bigint => BigInt(jobReference.jobId.split('_').at(-1) ?? 0)

const insertedBy = ({ statistics }: Pick<Job, 'statistics'>) =>
  Number(statistics?.query?.dmlStats?.insertedRowCount ?? 0)

function committedOf({ statistics, configuration }: Job): Committed {
  const label = configuration?.labels?.['millrace_bound']
  return {
    rows: Number(
      configuration?.labels?.['millrace_rows'] ?? statistics?.load?.outputRows ?? insertedBy({ statistics }),
    ),
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
