import { JobFailure, type LoadConfiguration, loadFiles } from './bigquery-load.ts'
import { answerOf, type ChangedRows, runScript } from './bigquery-script.ts'
import type { CloudTable } from './bigquery-table.ts'
import type { GoogleCloudSettings } from './google-cloud-settings.ts'

export interface CloudJob {
  readonly id: string
  readonly createdAt: number
  state: 'PENDING' | 'RUNNING' | 'DONE'
  errorResult?: { readonly reason: string; readonly message: string }
  outputRows?: number
  changed?: ChangedRows | undefined
  /** The values of the only row of a query. */
  answer?: readonly (string | number | null)[] | undefined
  readonly configuration: JobConfiguration
}

export interface JobConfiguration {
  readonly dryRun?: boolean
  readonly labels?: Readonly<Record<string, string>>
  readonly query?: { readonly query: string; readonly useLegacySql?: boolean }
  readonly load?: LoadConfiguration
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
  { query, useLegacySql }: NonNullable<JobConfiguration['query']>,
  { projectId, datasetId, tables }: Options,
): Promise<void> {
  if (useLegacySql !== false) throw new JobFailure('invalidQuery', 'Syntax error: legacy SQL knows no MERGE')
  const dataset = { id: `${projectId}.${datasetId}`, tables }
  try {
    job.answer = await answerOf(query, dataset)
    if (!job.answer) job.changed = runScript(query, dataset)
  } catch (error) {
    throw new JobFailure('invalidQuery', error instanceof Error ? error.message : '')
  }
}
