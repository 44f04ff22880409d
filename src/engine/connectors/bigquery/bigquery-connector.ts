import { defined } from '../../../core/catalog/defined.ts'
import type { Connector, ConnectorContext, Endpoint, Entity } from '../../ports/connector.ts'
import { cleanUpSignal } from '../vendor-api/clean-up-signal.ts'
import { type Clock, systemClock } from '../vendor-api/clock.ts'
import { openBigqueryChangeLoad } from './bigquery-change-load.ts'
import { BigqueryDestination } from './bigquery-destination.ts'
import { bigquerySettings } from './bigquery-settings.ts'
import { OWN } from './bigquery-target.ts'
import type { DestinationOptions } from './commit-rows.ts'
import { comparedDataset } from './compared-dataset.ts'
import { Dataset } from './dataset.ts'
import { makeGoogleCloudAccess } from './google-cloud-access.ts'
import { makeGoogleCloudClients } from './google-cloud-clients.ts'
import { mirrorTargetHindrances } from './mirror-target-hindrances.ts'
import { StagingBucket } from './staging-bucket.ts'
import { makeTestBigquery } from './test-bigquery.ts'

/** Number of tables that are described at the same time; the service allows a hundred calls a second per account. */
const TABLES_AT_ONCE = 10

/** @param clock for tests */
export function makeBigqueryConnector(clock: Clock): Connector {
  /** All that is opened with it uses the same token. */
  const accessTo = (endpoint: Endpoint, context: ConnectorContext) => {
    const settings = bigquerySettings(endpoint, context)
    const access = makeGoogleCloudAccess(settings.account, settings.addresses.token, clock)
    return async (signal: AbortSignal) => {
      const clients = await makeGoogleCloudClients(settings, access, signal, clock)
      return {
        dataset: new Dataset(clients.bigquery, settings, clock),
        bucket: new StagingBucket(clients.storage, settings.bucket),
      }
    }
  }

  const optionsOf = async (endpoint: Endpoint, context: ConnectorContext): Promise<DestinationOptions> => {
    const open = accessTo(endpoint, context)
    const { dataset, bucket } = await open(context.signal)
    return {
      dataset,
      bucket,
      ...(await dataset.facts()),
      signal: context.signal,
      ...defined({ heldMirrors: context.heldMirrors }),
      cleaning: () => open(cleanUpSignal(context.signal)),
    }
  }

  return {
    type: 'bigquery',
    test: makeTestBigquery((endpoint, context, signal) => accessTo(endpoint, context)(signal)),

    async discover(endpoint, context) {
      const { dataset } = await accessTo(endpoint, context)(context.signal)
      const tables = (await dataset.tables()).filter(({ name }) => !name.startsWith(OWN))
      const entities: Entity[] = []
      while (entities.length < tables.length) {
        const some = tables.slice(entities.length, entities.length + TABLES_AT_ONCE)
        entities.push(...(await Promise.all(some.map((table) => entityOf(dataset, table)))))
      }
      return entities
    },

    async openDestination(endpoint, context) {
      return new BigqueryDestination(await optionsOf(endpoint, context))
    },

    async openCompared(endpoint, context) {
      return comparedDataset(await optionsOf(endpoint, context))
    },

    async changeLoadHindrances(endpoint, context, plan) {
      return mirrorTargetHindrances(await optionsOf(endpoint, context), plan)
    },

    async openChangeLoad(endpoint, context, request) {
      return openBigqueryChangeLoad(await optionsOf(endpoint, context), request)
    },
  }
}

async function entityOf(dataset: Dataset, { name, type }: { name: string; type: string }): Promise<Entity> {
  const fields = (await dataset.table(name))?.fields ?? []
  return {
    name,
    kind: type === 'VIEW' ? 'view' : type === 'MATERIALIZED_VIEW' ? 'materialized view' : 'table',
    columns: fields.map((field) => ({ name: field.name, type: field.type, nullable: field.mode !== 'REQUIRED' })),
  }
}

export const bigqueryConnector = makeBigqueryConnector(systemClock)
