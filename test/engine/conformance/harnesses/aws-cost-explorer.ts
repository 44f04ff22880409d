import { makeAwsCostExplorerConnector } from '../../../../src/engine/connectors/aws-cost-explorer/aws-cost-explorer-connector.ts'
import { startAws } from '../../../../src/stand-ins/aws.ts'
import { contextWith } from '../../move-between.ts'
import type { Harness, Place } from '../harness.ts'
import { NOW } from '../orders.ts'

const clock = { now: () => NOW, random: () => 0, sleep: async () => {} }
const connector = makeAwsCostExplorerConnector(clock)

/** From March a year ago to the middle of this one. */
const DAYS = 380

export const awsCostExplorerHarness = async (): Promise<Harness> => ({ place, stop: async () => {} })

async function place(): Promise<Place> {
  const aws = await startAws(clock.now)
  aws.settings.groupsPerPage = 100
  const credentials = { access_key_id: aws.accessKeyId, secret_access_key: aws.secretAccessKey, region: 'eu-west-1' }
  const withSecret = (secret_access_key: string) =>
    ({ integration: 'aws', credentials: { ...credentials, secret_access_key }, config: {} }) as const
  return {
    connector,
    endpoint: withSecret(aws.secretAccessKey),
    context: (signal) => ({
      ...contextWith(signal),
      vendors: { addresses: { awsCostExplorer: aws.address, awsSts: aws.address } },
    }),
    secrets: [aws.secretAccessKey],
    refused: { endpoint: withSecret('no such secret'), code: 'SIGN_IN_REFUSED', field: 'secret_access_key' },
    source: {
      seed: async () => ({
        entity: 'cost_by_service_daily',
        columns: [
          ['period_start', 'date'],
          ['period_end', 'date'],
          ['service', 'text'],
        ],
        count: DAYS * 2,
        rows: [],
      }),
      large: async () => ({ entity: 'cost_by_service_daily', count: DAYS * 2 }),
      kinds: async () => [{ entity: 'cost_by_record_type_monthly', kind: 'dataset', count: 13 * 3 }],
      window: async () => ({
        entity: 'cost_by_region_daily',
        column: 'period_start',
        after: '2026-03-15',
        // The whole month, whose bill is open.
        count: 15 * 4,
      }),
      vanish: aws.stop,
    },
    stop: aws.stop,
  }
}
