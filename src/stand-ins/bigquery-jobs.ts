import type { Answer } from './bigquery-duckdb.ts'
import { JobFailure, type LoadConfiguration, loadFiles } from './bigquery-load.ts'
import { answerOf, type ChangedRows, type Dataset, runScript } from './bigquery-script.ts'
import { selectRows } from './bigquery-select.ts'
import type { CloudTable } from './bigquery-table.ts'
import { isOfMirror, runOfMirror } from './bigquery-transaction.ts'
import type { GoogleCloudSettings } from './google-cloud-settings.ts'

export interface CloudJob {
  readonly id: string
  readonly createdAt: number
  state: 'PENDING' | 'RUNNING' | 'DONE'
  errorResult?: { readonly reason: string; readonly message: string }
  outputRows?: number
  changed?: ChangedRows | undefined
  /** The rows of a query. */
  answer?: Answer | undefined
  readonly configuration: JobConfiguration
}

export interface JobConfiguration {
  readonly dryRun?: boolean
  readonly labels?: Readonly<Record<string, string>>
  readonly query?: QueryConfiguration
  readonly load?: LoadConfiguration
}

interface QueryConfiguration {
  readonly query: string
  readonly useLegacySql?: boolean
  readonly maximumBytesBilled?: string
  /** For the rows of the answer. */
  readonly destinationTable?: LoadConfiguration['destinationTable']
  readonly createDisposition?: string
  readonly writeDisposition?: string
}

interface Options {
  readonly projectId: string
  readonly datasetId: string
  readonly bucket: string
  readonly objects: ReadonlyMap<string, Buffer>
  readonly tables: Map<string, CloudTable>
  readonly settings: GoogleCloudSettings
}

/** Runs a query or a load; its errors are in the job, as with BigQuery. */
export async function runJob(job: CloudJob, options: Options): Promise<void> {
  const { load, query } = job.configuration
  job.state = 'RUNNING'
  try {
    if (query) await runQuery(job, query, options)
    else if (load) job.outputRows = await loadFiles(load, { ...options, keepsRows: options.settings.keepsRows })
    else throw new JobFailure('invalid', 'Job configuration must contain exactly one job type')
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error
    job.errorResult = { reason: error.reason, message: error.message }
  }
  job.state = 'DONE'
}

async function runQuery(
  job: CloudJob,
  { query, useLegacySql, ...destination }: QueryConfiguration,
  { projectId, datasetId, tables, settings }: Options,
): Promise<void> {
  if (useLegacySql !== false) throw new JobFailure('invalidQuery', 'Syntax error: legacy SQL knows no MERGE')
  if (!settings.hasBilling && CHANGING.test(query)) throw new JobFailure('billingNotEnabled', UNPAID)
  const dataset = { id: `${projectId}.${datasetId}`, tables }
  try {
    if (destination.destinationTable) return await intoTable(query, destination, dataset)
    if (isOfMirror(query)) {
      job.answer = await runOfMirror(query, dataset)
      return
    }
    const row = await answerOf(query, dataset)
    job.answer = row && [row]
    if (!job.answer) job.changed = runScript(query, dataset)
  } catch (error) {
    throw new JobFailure('invalidQuery', error instanceof Error ? error.message : '')
  }
}

/** Rows of a query replace those of a table, and its columns. */
async function intoTable(
  query: string,
  { destinationTable, createDisposition, writeDisposition }: Omit<QueryConfiguration, 'query'>,
  dataset: Dataset,
): Promise<void> {
  const name = destinationTable?.tableId ?? ''
  const isEmpty = (dataset.tables.get(name)?.rows.length ?? 0) === 0
  if (writeDisposition !== 'WRITE_TRUNCATE' && !(writeDisposition === 'WRITE_EMPTY' && isEmpty))
    throw new Error(`Already Exists: Table ${name}`)
  if (createDisposition === 'CREATE_NEVER' && !dataset.tables.has(name)) throw new Error(`Not found: Table ${name}`)
  const rows = await selectRows(query, dataset)
  dataset.tables.set(name, rows)
}

/** Statements that a project without a billing account may not run. Source: cloud.google.com/bigquery/docs/sandbox#limits */
const CHANGING = /(^|\n)(MERGE|INSERT|UPDATE|DELETE) /

const UNPAID =
  'Billing has not been enabled for this project. Enable billing at https://console.cloud.google.com/billing. DML queries are not allowed in the free tier. Set up a billing account to remove this restriction.'
