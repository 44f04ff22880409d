import { makeBigqueryConnector } from '../../../../src/engine/connectors/bigquery/bigquery-connector.ts'
import type { Endpoint } from '../../../../src/engine/ports/connector.ts'
import { type GoogleCloudStandIn, startGoogleCloud } from '../../../../src/stand-ins/google-cloud.ts'
import { contextWith } from '../../move-between.ts'
import type { Harness, Place } from '../harness.ts'

/** Nobody waits between tries. */
const connector = makeBigqueryConnector({ now: Date.now, random: () => 0, sleep: async () => {} })

export async function bigqueryHarness(): Promise<Harness> {
  const cloud = await startGoogleCloud()
  return { place: async () => place(cloud), stop: cloud.stop }
}

function place(cloud: GoogleCloudStandIn): Place {
  // Keys take a while to make, so that all places are one account, emptied.
  for (const kept of [cloud.tables, cloud.objects, cloud.jobs]) kept.clear()
  const key = JSON.parse(cloud.serviceAccountKey) as Record<string, string>
  const withKey = (service_account_key: string): Endpoint => ({
    integration: 'gcp',
    credentials: { service_account_key },
    config: { project_id: cloud.projectId, dataset_id: cloud.datasetId, gcs_staging_bucket: cloud.bucket },
  })
  const { address } = cloud
  return {
    connector,
    endpoint: withKey(cloud.serviceAccountKey),
    context: (signal) => ({
      ...contextWith(signal),
      vendors: { addresses: { googleOauth: address, googleStorage: address, bigquery: address } },
    }),
    secrets: [key['private_key'] ?? '', (key['private_key'] ?? '').split('\n')[1] ?? ''],
    refused: {
      endpoint: withKey(JSON.stringify({ ...key, client_email: 'nobody@example.iam.gserviceaccount.com' })),
      code: 'SIGN_IN_REFUSED',
      field: 'service_account_key',
    },
    leftovers: async () => [
      ...cloud.objects.keys(),
      ...[...cloud.tables.keys()].filter((name) => name.startsWith('_millrace_')),
    ],
    destination: {
      target: 'orders',
      orders: async () =>
        (cloud.tables.get('orders')?.rows ?? [])
          .map((row) => [row['id'] ?? '', row['note'] ?? null] as const)
          .sort(([one], [other]) => Number(one) - Number(other)),
      columns: async () => (cloud.tables.get('orders')?.fields ?? []).map(({ name }) => name),
      unholdable: async () => ({ order: { timestamp: 'infinity' }, column: 'timestamp', rule: /years 0001 to 9999/ }),
      loseCommitAnswer: () =>
        cloud.fail('lose-answer', ({ method, path }) => method === 'POST' && path.endsWith('/jobs')),
    },
    stop: async () => {},
  }
}
