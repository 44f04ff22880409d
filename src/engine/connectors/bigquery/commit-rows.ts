import { defined } from '../../../core/catalog/defined.ts'
import { type ConnectorContext, ConnectorError } from '../../ports/connector.ts'
import type { KeyDigest, RowsFound } from '../../ports/key-digest.ts'
import type { Overlap, TargetRequest } from '../../ports/target-request.ts'
import type { VanishedFound } from '../../ports/vanished-rows.ts'
import { appendStatement } from './append-statement.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import type { PublishedRows } from './bigquery-load.ts'
import { hasField, STAGING } from './bigquery-target.ts'
import { sumStatement } from './cell-sums.ts'
import { commitJob, insertedBy, labelsOf, stagingJob, sumJob, widenJob } from './commit-jobs.ts'
import type { Dataset, Job, Table } from './dataset.ts'
import type { DatasetFacts } from './dataset-facts.ts'
import { prepareStatements } from './merge-statement.ts'
import { clusteringOf } from './mirror-clustering.ts'
import { dispositionOf } from './refuse-changed.ts'
import type { StagingBucket } from './staging-bucket.ts'
import type { Vanishing } from './vanished-statement.ts'

/** How long BigQuery has to say how a stopped job ended. */
const STOP_MS = 30_000

export interface DestinationOptions extends DatasetFacts, Pick<ConnectorContext, 'heldMirrors'> {
  readonly dataset: Dataset
  readonly bucket: StagingBucket
  readonly signal: AbortSignal
  /** Can call Google even after the run was cancelled. */
  readonly cleaning: () => Promise<{ readonly dataset: Dataset; readonly bucket: StagingBucket }>
}

/** Staged objects and how they are committed. */
export interface CommitRequest {
  readonly table: string
  readonly loadId: string
  readonly columns: readonly BigqueryColumn[]
  readonly request: TargetRequest
  /** The table before the commit; absent if it does not exist. */
  readonly existing: Table | undefined
  readonly uris: readonly string[]
  readonly highWaterMark: string | undefined
  /** Rows of the table that are not staged have vanished from the source; absent if there can be none. */
  readonly vanishing?: Vanishing
  /** Called with them before anything changes. Absent: none is removed or marked. */
  readonly accept?: ((found: VanishedFound) => void) | undefined
}

/** One job, so that it either puts all rows in place in one step or changes nothing. */
export async function loadRows(
  options: DestinationOptions,
  { table, loadId, columns, request, uris, highWaterMark, existing }: CommitRequest,
): Promise<PublishedRows> {
  const { dataset } = options
  const { fence, mode } = request
  const load = {
    ...loadOf(dataset, table, columns, uris),
    ...dispositionOf(existing, mode === 'replace' ? 'WRITE_TRUNCATE' : 'WRITE_APPEND'),
    ...defined({
      schemaUpdateOptions: existing && mode === 'append' ? ['ALLOW_FIELD_ADDITION'] : undefined,
      clustering: clusteringOf(request, columns, existing),
    }),
  }
  const job = await runCommitJob(options, commitJob(loadId, fence), { ...labelsOf(highWaterMark), load })
  return { rows: Number(job.statistics?.load?.outputRows ?? 0), repeated: 0 }
}

/** A run that is cancelled stops the job that puts its rows in place. If BigQuery was done before, the rows are there, and the run says so. */
export async function runCommitJob(options: DestinationOptions, id: string, configuration: object): Promise<Job> {
  const { dataset, location, signal } = options
  try {
    return await dataset.runJob(id, location, configuration, signal)
  } catch (error) {
    const done = await stopIfCancelled(options, id)
    if (!done) throw error
    return done
  }
}

/**
 * Stops the job of a cancelled run. Best effort: if the job still continues, the next attempt ends it.
 * @returns the job if it was done before it could be stopped
 */
async function stopIfCancelled(
  { location, signal, cleaning }: DestinationOptions,
  id: string,
): Promise<Job | undefined> {
  if (!signal.aborted) return undefined
  try {
    const { dataset } = await cleaning()
    await dataset.cancelJob(id, location)
    return await dataset.waitForJob(id, location, AbortSignal.timeout(STOP_MS))
  } catch {
    return undefined
  }
}

/** Loads the rows beside the table and inserts those that an earlier run has not written. */
export function appendRows(
  options: DestinationOptions,
  request: CommitRequest,
  overlap: Overlap,
): Promise<PublishedRows> {
  const { dataset, location, signal } = options
  const { columns, highWaterMark, loadId } = request
  return fromStaging(options, request, columns, async ({ rows, runCommit, ...tables }) => {
    const prepare = prepareStatements({ ...tables, columns })
    const widening = widenJob(loadId, request.request.fence)
    // A separate statement, because a script of several statements does not return the number of inserted rows of each.
    if (prepare.length > 0)
      await dataset.runJob(widening, location, { query: { query: prepare.join(';\n'), useLegacySql: false } }, signal)
    const job = await runCommit(appendStatement({ ...tables, columns, overlap }), labelsOf(highWaterMark))
    return { rows, repeated: rows - insertedBy(job) }
  })
}

type StagingRequest = Pick<CommitRequest, 'loadId' | 'request'>

const stagingTable = ({ loadId, request: { fence } }: StagingRequest) => `${STAGING}${loadId}_${fence.epoch}`

/** Loads the rows into a table beside the target; the second time, it has them. @returns how many BigQuery has loaded */
export async function stageRows(
  { dataset, location, signal }: DestinationOptions,
  request: StagingRequest & Pick<CommitRequest, 'uris'>,
  staged: readonly BigqueryColumn[],
): Promise<number> {
  const { loadId, uris } = request
  const load = { ...loadOf(dataset, stagingTable(request), staged, uris), writeDisposition: 'WRITE_TRUNCATE' }
  const { statistics } = await dataset.runJob(stagingJob(loadId, request.request.fence), location, { load }, signal)
  return Number(statistics?.load?.outputRows ?? 0)
}

/** Stops the jobs of a cancelled run and drops its staging table. Never throws: if it fails, a newer attempt cleans up. */
export async function dropStaging(
  { location, signal, cleaning }: DestinationOptions,
  request: StagingRequest,
): Promise<void> {
  const {
    loadId,
    request: { fence },
  } = request
  await cleaning()
    .then(async ({ dataset }) => {
      if (signal.aborted)
        for (const job of [stagingJob(loadId, fence), commitJob(loadId, fence)]) await dataset.cancelJob(job, location)
      await dataset.dropTable(stagingTable(request))
    })
    .catch(() => {})
}

/** Sums the rows beside the target. @param question its number in the attempt. @throws ConnectorError */
export async function sumStaged(
  options: DestinationOptions,
  request: StagingRequest & Pick<CommitRequest, 'uris'>,
  staged: readonly BigqueryColumn[],
  { digest, question }: { readonly digest: KeyDigest | undefined; readonly question: number },
): Promise<RowsFound> {
  await stageRows(options, request, staged)
  const job = sumJob(request.loadId, request.request.fence, question)
  return askSum(options, { job, table: stagingTable(request), digest })
}

/** Sums the rows of a table of the dataset. @throws ConnectorError */
export async function askSum(
  options: DestinationOptions,
  { job, table, digest }: { readonly job: string; readonly table: string; readonly digest: KeyDigest | undefined },
): Promise<RowsFound> {
  const { dataset, location, signal } = options
  const query = sumStatement(`${dataset.id}.${table}`, digest)
  try {
    const [rows, keys] = await dataset.ask(job, location, { query: { query, useLegacySql: false } }, signal)
    return defined({ rows: Number(rows), keys: digest && keys !== undefined ? keys : undefined })
  } catch (error) {
    await stopIfCancelled(options, job)
    throw error
  }
}

/** Loads the rows into a table beside the target, which is dropped in every case. */
export async function fromStaging(
  options: DestinationOptions,
  commitRequest: CommitRequest,
  staged: readonly BigqueryColumn[],
  commit: (loaded: StagedRows) => Promise<PublishedRows>,
): Promise<PublishedRows> {
  const { table, loadId, columns, request, existing } = commitRequest
  const { dataset, cleaning } = options
  const staging = stagingTable(commitRequest)
  try {
    return await commit({
      rows: await stageRows(options, commitRequest, staged),
      target: `${dataset.id}.${table}`,
      staging: `${dataset.id}.${staging}`,
      added: [
        ...columns.map(({ name }) => name),
        ...(request.vanished?.column === undefined ? [] : [request.vanished.column]),
      ].filter((name) => !hasField(existing?.fields ?? [], name)),
      runCommit: (query, labels) =>
        runCommitJob(options, commitJob(loadId, request.fence), {
          ...labels,
          query: { query, useLegacySql: false },
        }),
    })
  } catch (error) {
    if (!existing && hasFailed(error))
      await cleaning()
        .then((reached) => dropEmpty(reached.dataset, table, staging))
        .catch(() => {})
    throw error
  } finally {
    await dropStaging(options, commitRequest)
  }
}

/** Staged rows beside the table, and the access to the table. */
export interface StagedRows {
  readonly rows: number
  /** As `project.dataset.table`. */
  readonly target: string
  readonly staging: string
  /** Columns that the target does not have. */
  readonly added: readonly string[]
  readonly runCommit: (query: string, labels: ReturnType<typeof labelsOf>) => Promise<Job>
}

export const loadOf = (
  dataset: Dataset,
  table: string,
  columns: readonly BigqueryColumn[],
  uris: readonly string[],
) => ({
  sourceUris: uris,
  sourceFormat: 'PARQUET',
  destinationTable: dataset.reference(table),
  schema: { fields: columns.map(({ name, type, mode }) => ({ name, type, mode })) },
  createDisposition: 'CREATE_IF_NEEDED',
  maxBadRecords: 0,
})

/** BigQuery has reported the error: the job has ended and will load no more rows. */
const hasFailed = (error: unknown) => error instanceof ConnectorError && error.problem.code === 'JOB_FAILED'

/** The merge statement first creates the table, which stays without rows if the merge fails. An attempt without its staging table is no longer the newest. */
async function dropEmpty(dataset: Dataset, name: string, staging: string): Promise<void> {
  if (!(await dataset.table(staging))) return
  const left = await dataset.table(name)
  if (left?.rows === 0) await dataset.dropTable(name)
}
