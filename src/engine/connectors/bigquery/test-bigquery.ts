import { sentence } from '../../../core/catalog/sentence.ts'
import { type Connector, type ConnectorContext, ConnectorError, type Endpoint } from '../../ports/connector.ts'
import { tryStages } from '../vendor-api/try-stages.ts'
import { notGranted, PERMISSIONS } from './bucket-permissions.ts'
import type { Dataset } from './dataset.ts'
import type { StagingBucket } from './staging-bucket.ts'

type Open = (
  endpoint: Endpoint,
  context: ConnectorContext,
  signal: AbortSignal,
) => Promise<{ readonly dataset: Dataset; readonly bucket: StagingBucket }>

/** Signs in, finds the dataset, and checks the account's permissions in the bucket and whether BigQuery can load from its location. */
export const makeTestBigquery =
  (open: Open): Connector['test'] =>
  (endpoint, _capability, context) =>
    tryStages(['sign-in', 'read', 'write'], 'Google', context.signal, async (stage, signal) => {
      const { dataset, bucket } = await stage('sign-in', async () => ({
        ...(await open(endpoint, context, signal)),
        detail: sentence`as the service account`,
      }))
      const { location } = await stage('read', async () => {
        const { location: found } = await dataset.facts()
        return { location: found, detail: sentence`${dataset.id} in ${found}` }
      })
      await stage('write', async () => {
        const granted = await bucket.permissions(PERMISSIONS)
        const lacking = PERMISSIONS.filter((permission) => !granted.includes(permission))
        if (lacking.length > 0) throw notGranted(lacking)
        const place = await bucket.location()
        if (place !== undefined && !canLoad(location, place)) throw apart(location, place)
        return {
          detail: place === undefined ? sentence`the bucket is writable` : sentence`the bucket in ${place} is writable`,
        }
      })
    })

/**
 * A dataset in a region loads from the same region or from the multi-region that contains it; a dataset in the US multi-region loads from anywhere.
 * Source: cloud.google.com/bigquery/docs/batch-loading-data, "Data locations".
 */
function canLoad(dataset: string, bucket: string): boolean {
  const [own, other] = [dataset.toUpperCase(), bucket.toUpperCase()]
  if (own === other || own === 'US') return true
  if (own === 'EU') return other.startsWith('EUROPE-')
  return other === (own.startsWith('EUROPE-') ? 'EU' : own.startsWith('US-') ? 'US' : '')
}

const apart = (dataset: string, bucket: string) =>
  new ConnectorError({
    code: 'LOCATIONS_APART',
    message: sentence`The dataset is in ${dataset} and the bucket in ${bucket}; BigQuery does not load across them.`,
    hint: sentence`Choose a bucket in ${dataset}.`,
    field: 'gcs_staging_bucket',
  })
