import { CONNECTION_TYPES, type ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import type { IntegrationType } from '../../../core/catalog/connections/integration-types.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { type ConnectionRow, connectionsUsing } from '../../store/connections/connections.ts'
import { findIntegration } from '../../store/connections/integrations.ts'
import type { AuditChange } from '../../store/organizations/audit.ts'
import { addConnection, requireConnection, saveConnection } from '../connections/change-connections.ts'
import { checkCapability, checkConfig } from '../connections/check-connection.ts'
import { requirePermissionsFor } from '../members/member.ts'
import { invalid } from '../request-error.ts'
import { isSameContent } from '../same-content.ts'
import { createCredentials, saveCredentials } from './apply-integration.ts'
import type { ConnectionDocument } from './code-document.ts'
import { type CodeScope, matchOf, type Outcome, outcomeOf } from './code-scope.ts'

/** @throws RequestError, MissingSecrets, WaitsForAnother */
export async function applyConnection(scope: CodeScope, document: ConnectionDocument): Promise<Outcome> {
  refuseTwoIntegrations(document)
  const match = await matchOf(scope, document)
  if (!match) return { action: 'created', id: await create(scope, document), changes: [] }
  const { query, member } = scope
  const row = await requireConnection(query, member.organizationId, match.id)
  if (row.type !== document.type) throw invalid(sentence`The type of a connection cannot change`, 'type')
  const credentials = await saveItsCredentials(scope, row, document)
  return outcomeOf(match, document.name, [...(await save(scope, row, document)), ...credentials])
}

function refuseTwoIntegrations({ integration, credentials }: ConnectionDocument): void {
  if (integration !== undefined && credentials !== undefined)
    throw invalid(sentence`Write either an integration or credentials.`, 'credentials')
}

async function create(scope: CodeScope, document: ConnectionDocument): Promise<string> {
  const { query, vault, member, known } = scope
  const { name, type, capability, config, integration, credentials } = document
  requirePermissionsFor(member, 'connection', { ownsCredentials: integration === undefined }, 'create')
  if (integration === undefined && !credentials)
    throw invalid(sentence`A connection needs credentials, or the name of an integration.`, 'integration')
  const integrationId =
    integration !== undefined
      ? known.integration.find(integration, 'integration')
      : await createCredentials(scope, { name, type: ownType(type), credentials: credentials ?? {} })
  return (await addConnection({ query, vault }, member, { name, type, capability, integrationId, config })).id
}

/** The type of the credentials that come and go with a connection. @throws RequestError invalid for a type without them */
function ownType(type: ConnectionType): IntegrationType {
  const { merged, integrations, label } = CONNECTION_TYPES[type]
  const [own] = integrations
  if (merged && own) return own
  throw invalid(sentence`${label} has no credentials of its own. Write the name of an integration.`, 'credentials')
}

/** Of the credentials that belong only to this connection. */
async function saveItsCredentials(
  scope: CodeScope,
  { name, integration_id: id }: ConnectionRow,
  { integration, credentials, type }: ConnectionDocument,
): Promise<readonly AuditChange[]> {
  const { query, member, known } = scope
  if (integration !== undefined) {
    if (known.integration.find(integration, 'integration') === id) return []
    throw invalid(
      sentence`The integration of a connection cannot change. Remove the id, so that another connection is created.`,
      'integration',
    )
  }
  if (!credentials) return []
  const row = await findIntegration(query, member.organizationId, id)
  const users = await connectionsUsing(query, member.organizationId, id)
  if (!row?.merged || users.length > 1)
    throw invalid(
      sentence`The credentials of this connection are those of an integration. Write its name: integration: ${row?.name ?? name}`,
      'credentials',
    )
  // The credentials get the name of their connection when that is saved.
  return saveCredentials(scope, id, { name: row.name, type: ownType(type), credentials })
}

async function save(
  { query, vault, member }: CodeScope,
  row: ConnectionRow,
  { name, type, ...wanted }: ConnectionDocument,
): Promise<readonly AuditChange[]> {
  const capability = checkCapability(type, wanted.capability)
  const config = checkConfig(type, wanted.config)
  const stored = { name: row.name, capability: row.capability, config: row.config }
  if (isSameContent(stored, { name, capability, config })) return []
  requirePermissionsFor(member, 'connection', {}, 'change')
  const change = { name, capability, config, version: row.version }
  return (await saveConnection({ query, vault }, member, row.id, change)).changes
}
