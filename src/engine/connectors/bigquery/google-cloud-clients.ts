import type { Clock } from '../vendor-api/clock.ts'
import type { VendorAnswer } from '../vendor-api/vendor-call.ts'
import { makeVendorClient, type VendorClient } from '../vendor-api/vendor-client.ts'
import type { BigquerySettings } from './bigquery-settings.ts'
import type { GoogleCloudAccess } from './google-cloud-access.ts'
import { explainGoogleCloud } from './google-cloud-problem.ts'

export interface GoogleCloudClients {
  readonly bigquery: VendorClient
  readonly storage: VendorClient
}

/** Clients with a token and readable errors; the signal ends both. */
export async function makeGoogleCloudClients(
  { addresses }: BigquerySettings,
  access: GoogleCloudAccess,
  signal: AbortSignal,
  clock: Clock,
): Promise<GoogleCloudClients> {
  const clientOf = (vendor: string, address: string, field: (answer: VendorAnswer) => string | undefined) =>
    makeVendorClient({
      vendor,
      address,
      signal,
      clock,
      authorize: async () => ({ authorization: `Bearer ${await access.token(signal)}` }),
      explain: explainGoogleCloud(field),
    })
  // The sign-in is first, so that a refused key is reported as such and not as a failed call.
  await access.token(signal)
  return {
    bigquery: clientOf('BigQuery', addresses.bigquery, () => 'dataset_id'),
    storage: clientOf('Cloud Storage', addresses.storage, () => 'gcs_staging_bucket'),
  }
}
