import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { type ConnectorContext, ConnectorError, type Endpoint } from '../../ports/connector.ts'
import { VENDORS } from '../../ports/vendors.ts'
import { readServiceAccount, type ServiceAccount } from './service-account.ts'

export interface BigquerySettings {
  readonly account: ServiceAccount
  readonly projectId: string
  readonly datasetId: string
  readonly bucket: string
  /** No query may be charged more. Absent: the limit of the project. */
  readonly maximumBytesBilled?: number
  readonly addresses: { readonly token: string; readonly storage: string; readonly bigquery: string }
}

/** Allowed forms of each name, because names become parts of addresses. Source: Google Cloud's rules for ids of projects, datasets and buckets. */
const FORMS = {
  project_id: { form: /^([a-z0-9.-]+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/, example: 'my-project-123' },
  dataset_id: { form: /^[A-Za-z0-9_]{1,1024}$/, example: 'analytics' },
  gcs_staging_bucket: { form: /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/, example: 'my-staging-bucket' },
} as const

/** @throws ConnectorError that names the field */
export function bigquerySettings({ credentials, config }: Endpoint, { vendors }: ConnectorContext): BigquerySettings {
  const field = (name: keyof typeof FORMS): string => {
    const text = String(config[name] ?? '')
    const { form, example } = FORMS[name]
    if (form.test(text)) return text
    throw new ConnectorError({
      code: 'NAME_NOT_ALLOWED',
      message: sentence`"${text}" cannot be the name of one.`,
      hint:
        name === 'gcs_staging_bucket'
          ? sentence`Enter only the name, such as ${example}, without gs:// and without a folder.`
          : sentence`Enter only the name, such as ${example}.`,
      field: name,
    })
  }
  const { googleOauth, googleStorage, bigquery } = vendors.addresses
  const { max_query_gigabytes: gigabytes } = config
  return defined({
    maximumBytesBilled: typeof gigabytes === 'number' ? gigabytes * 1e9 : undefined,
    account: readServiceAccount(credentials['service_account_key']),
    projectId: field('project_id'),
    datasetId: field('dataset_id'),
    bucket: field('gcs_staging_bucket'),
    addresses: {
      token: googleOauth ?? VENDORS.googleOauth.address,
      storage: googleStorage ?? VENDORS.googleStorage.address,
      bigquery: bigquery ?? VENDORS.bigquery.address,
    },
  })
}
