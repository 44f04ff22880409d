import type { RunError } from '../../runs/run.ts'
import type { FailedStream, FlowEnd } from '../failure.ts'
import type { Copied } from './postgres-texts.ts'

/** For Google and AWS: roles, policies, and the account with which a spreadsheet must be shared. */
export function cloudText({ error }: FailedStream, end: FlowEnd): Copied | undefined {
  const { code, account } = error
  const { type } = end
  if (type === 'aws_cost_explorer_api') return code === 'PERMISSION_MISSING' ? ['iam-policy', POLICY] : undefined
  if (type === 'google_sheets') {
    if (code === 'NOT_CONFIGURED') return ['enable-api', 'gcloud services enable sheets.googleapis.com']
    return account !== undefined && SHARED.includes(code) ? ['share-address', account] : undefined
  }
  if (type !== 'bigquery' || account === undefined) return undefined
  if (code === 'NOT_FOUND') return missingText(error, end, account)
  return code === 'PERMISSION_MISSING' ? ['cloud-roles', rolesOf(end, account)] : undefined
}

/** A missing object is created again, and the account may use it; for a job there is no text. */
function missingText({ field }: RunError, end: FlowEnd, account: string): Copied | undefined {
  const { project, dataset, bucket } = namesOf(end)
  const made: Readonly<Record<string, string>> = {
    dataset_id: `bq mk --dataset ${project}:${dataset}`,
    gcs_staging_bucket: `gcloud storage buckets create gs://${bucket} --project=${project}`,
  }
  const first = made[field ?? '']
  return first === undefined ? undefined : ['cloud-objects', `${first}\n${rolesOf(end, account)}`]
}

function rolesOf(end: FlowEnd, account: string): string {
  const { project, dataset, bucket } = namesOf(end)
  const member = `--member=serviceAccount:${account}`
  return [
    `gcloud projects add-iam-policy-binding ${project} ${member} --role=roles/bigquery.jobUser`,
    `bq add-iam-policy-binding ${member} --role=roles/bigquery.dataEditor ${project}:${dataset}`,
    `gcloud storage buckets add-iam-policy-binding gs://${bucket} ${member} --role=roles/storage.objectAdmin`,
  ].join('\n')
}

function namesOf({ config }: FlowEnd) {
  const [project = '', dataset = '', bucket = ''] = ['project_id', 'dataset_id', 'gcs_staging_bucket'].map((field) =>
    String(config[field] ?? ''),
  )
  return { project, dataset, bucket }
}

/** Google answers a sheet that is not shared with one of these. */
const SHARED: readonly string[] = ['SPREADSHEET_NOT_FOUND', 'PERMISSION_MISSING', 'ACCESS_REFUSED']

/** Everything that this connector calls (docs/connectors/aws-cost-explorer.md). */
const POLICY = JSON.stringify(
  {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['ce:GetCostAndUsage'], Resource: '*' }],
  },
  null,
  2,
)
