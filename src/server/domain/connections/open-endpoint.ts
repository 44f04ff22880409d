import { CONNECTORS } from '../../../engine/connectors/registry.ts'
import type { Connector, Endpoint } from '../../../engine/ports/connector.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { ConfirmConsent } from '../integrations/confirm-consent.ts'
import { readEndpoint } from './read-endpoint.ts'

/** The dependencies for opening connections. */
export interface Opening {
  readonly database: Database
  readonly vault: Vault
  readonly confirmConsent: ConfirmConsent
}

export interface OpenedConnection {
  readonly connector: Connector
  readonly endpoint: Endpoint
}

/** A connection of the organization with its opened secrets, for a short use. @throws RequestError */
export async function openEndpoint(...stored: Parameters<typeof readEndpoint>): Promise<OpenedConnection> {
  const { type, endpoint } = await readEndpoint(...stored)
  return { connector: CONNECTORS[type], endpoint }
}

/** The same after its consent is confirmed. @throws RequestError */
export async function openConnection(
  { database, vault, confirmConsent }: Opening,
  organizationId: string,
  id: string,
): Promise<OpenedConnection> {
  await confirmConsent.ofConnection(organizationId, id)
  return database.inOrganization(organizationId, (query) => openEndpoint(query, vault, organizationId, id))
}
