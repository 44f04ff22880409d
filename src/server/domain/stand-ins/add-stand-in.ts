import { randomUUID } from 'node:crypto'

import {
  type Capability,
  CONNECTION_TYPES,
  type ConnectionType,
  mayHaveCapability,
} from '../../../core/catalog/connections/connection-types.ts'
import { INTEGRATION_TYPES, type IntegrationType } from '../../../core/catalog/connections/integration-types.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { CONNECTORS } from '../../../engine/connectors/registry.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import { type ConnectionRow, insertConnection, saveLastTest } from '../../store/connections/connections.ts'
import { insertIntegration } from '../../store/connections/integrations.ts'
import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import type { Vault } from '../../vault/vault.ts'
import { keepConnectionVersion } from '../connections/connection-versions.ts'
import { outcomeOfTest } from '../connections/test-connection.ts'
import type { Member } from '../members/member.ts'
import { invalid } from '../request-error.ts'
import type { StandIns } from './stand-ins.ts'
import type { StartStandIn } from './start-stand-in.ts'

export interface StandInDeps {
  readonly database: Database
  readonly vault: Vault
  readonly standIns: StandIns | undefined
}

interface WantedStandIn {
  readonly type: ConnectionType
  readonly capability: Capability
  /** For types that several kinds of integrations serve. Absent: the first. */
  readonly integration?: IntegrationType | undefined
}

/** Starts a stand-in, and creates an integration and a tested connection with it, both marked. @throws RequestError */
export async function addStandIn(
  { database, vault, startStandIn }: Omit<StandInDeps, 'standIns'> & { readonly startStandIn: StartStandIn },
  { organizationId, person }: Member,
  { type, capability, integration: chosen }: WantedStandIn,
  context: ConnectorContext,
): Promise<ConnectionRow> {
  const { label, integrations, merged } = CONNECTION_TYPES[type]
  const integration = chosen ?? integrations[0]
  if (!mayHaveCapability(type, capability)) throw invalid(sentence`${label} cannot be used in this way`, 'capability')
  if (!integrations.some((known) => known === integration))
    throw invalid(sentence`This integration does not serve ${label}`, 'integration')

  const id = randomUUID()
  const owner = { organizationId, integrationId: id }
  const { credentials, config } = await startStandIn({ type, owner, integration, stored: { capability } })
  const sealed = vault.seal(owner, credentials)
  const endpoint = { integration, credentials, config, standIn: owner }
  const { lastTest } = await outcomeOfTest({ connector: CONNECTORS[type], endpoint }, capability, context)
  // Receipts and messages show only a name.
  const name = `${label} (test account)`
  const account = `${merged ? label : INTEGRATION_TYPES[integration].label} (test account)`
  return database.inOrganization(organizationId, async (query) => {
    await insertIntegration(query, organizationId, {
      id,
      name: account,
      type: integration,
      merged,
      credentials: sealed,
      isStandIn: true,
    })
    const row = await insertConnection(query, organizationId, {
      name,
      type,
      capability,
      integration_id: id,
      config: { ...config },
    })
    await saveLastTest(query, organizationId, row.id, lastTest)
    await recordAudit(query, organizationId, person, { action: 'integration.created', id, name })
    await keepConnectionVersion(query, organizationId, row, { by: person.uid })
    return { ...row, last_test: lastTest }
  })
}
