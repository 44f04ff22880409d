import {
  type EVERY_SOURCE,
  type MaskedColumns,
  maskedColumns,
} from '../../../core/catalog/assistants/masked-columns.ts'
import { listConnections } from '../../store/connections/connections.ts'
import { listIntegrations } from '../../store/connections/integrations.ts'
import type { Query } from '../../store/database/database.ts'
import { listMaskingFlows } from '../../store/flows/masking-flows.ts'
import type { Vault } from '../../vault/vault.ts'

/** The columns that flows of the organization mask. @param sources the connections from which the rows may come */
export async function readMaskedColumns(
  query: Query,
  organizationId: string,
  sources: readonly string[] | typeof EVERY_SOURCE,
): Promise<MaskedColumns> {
  const flows = await listMaskingFlows(query, organizationId)
  const masking = flows.map(({ config, source }) => ({
    streams: config.streams,
    steps: config.transformations,
    source,
  }))
  return maskedColumns(masking, sources)
}

/** The same for the rows of one connection: masks of flows that read the same database through another connection count, too. @throws VaultError */
export async function readMaskedColumnsOf(
  query: Query,
  vault: Vault,
  organizationId: string,
  connectionId: string,
): Promise<MaskedColumns> {
  const integrations = await listIntegrations(query, organizationId)
  const connections = (await listConnections(query, organizationId)).map((connection) => {
    const integration = integrations.find(({ id }) => id === connection.integration_id)
    const credentials =
      integration && vault.open({ organizationId, integrationId: integration.id }, integration.credentials)
    return { ...connection, place: placeOf({ ...credentials, ...connection.config }) }
  })
  const own = connections.find(({ id }) => id === connectionId)
  const same = connections.filter(
    (other) =>
      other.integration_id === own?.integration_id ||
      (other.type === own?.type &&
        (isEqual(other.place.database, own.place.database) || isEqual(other.place.server, own.place.server))),
  )
  return readMaskedColumns(query, organizationId, [connectionId, ...same.map(({ id }) => id)])
}

/** A server has many names, and a database has copies, so an equal server or an equal name of the database is enough. */
function placeOf({ host, port, database, dbname = database }: Readonly<Record<string, unknown>>) {
  return {
    server: typeof host === 'string' ? `${host}:${port}`.toLowerCase() : undefined,
    database: typeof dbname === 'string' ? dbname.toLowerCase() : undefined,
  }
}

const isEqual = (one: string | undefined, other: string | undefined): boolean => one !== undefined && one === other
