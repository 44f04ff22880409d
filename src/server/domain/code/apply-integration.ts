import {
  INTEGRATION_TYPES,
  type IntegrationType,
  isByConsent,
} from '../../../core/catalog/connections/integration-types.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { findIntegration } from '../../store/connections/integrations.ts'
import type { AuditChange } from '../../store/organizations/audit.ts'
import { mergeCredentials } from '../credentials/merge-credentials.ts'
import { addIntegration, saveIntegration } from '../integrations/change-integrations.ts'
import { requirePermissionsFor } from '../members/member.ts'
import { invalid, notFound, RequestError } from '../request-error.ts'
import { isSameContent } from '../same-content.ts'
import type { IntegrationDocument } from './code-document.ts'
import { type CodeScope, matchOf, type Outcome, outcomeOf } from './code-scope.ts'
import { MissingSecrets, resolveCredentials } from './resolve-credentials.ts'

/** @throws RequestError */
export async function applyIntegration(scope: CodeScope, document: IntegrationDocument): Promise<Outcome> {
  const { name, type, credentials } = document
  const match = await matchOf(scope, document)
  if (!match) return { action: 'created', id: await createCredentials(scope, { name, type, credentials }), changes: [] }
  return outcomeOf(match, name, await saveCredentials(scope, match.id, { name, type, credentials }))
}

type Wanted = Pick<IntegrationDocument, 'name' | 'type' | 'credentials'>

/** @returns the id of the new integration. @throws RequestError, MissingSecrets */
export async function createCredentials(
  { query, vault, member, secrets }: CodeScope,
  { name, type, credentials }: Wanted,
): Promise<string> {
  requirePermissionsFor(member, 'integration', {}, 'create')
  const { change, missing } = resolveCredentials(INTEGRATION_TYPES[type].fields, credentials, secrets)
  if (Object.keys(missing).length > 0) throw new MissingSecrets(INTEGRATION_TYPES[type].fields, missing)
  const content = isByConsent(type) ? { name } : change
  return (await addIntegration({ query, vault }, member, { name, type, merged: undefined, credentials: content })).id
}

/** @returns what has changed; nothing is saved if that is nothing. @throws RequestError, MissingSecrets */
export async function saveCredentials(
  { query, vault, member, secrets }: CodeScope,
  id: string,
  { name, type, credentials }: Wanted,
): Promise<readonly AuditChange[]> {
  const { organizationId } = member
  const row = await findIntegration(query, organizationId, id)
  if (!row) throw notFound()
  if (row.type !== type) throw invalid(sentence`The type of an integration cannot change`, 'type')
  // Its consent is no field of a form, so a file can only name it.
  const { change, missing } = isByConsent(type)
    ? { change: undefined, missing: {} }
    : resolveCredentials(INTEGRATION_TYPES[type].fields, credentials, secrets)
  const stored = vault.open({ organizationId, integrationId: id }, row.credentials)
  const isSame = !change || isSameContent(stored, mergedOr(type, { stored, change, missing }))
  if (isSame && row.name === name) return []
  requirePermissionsFor(member, 'integration', {}, 'change')
  const wanted = { name, type: undefined, credentials: isSame ? undefined : change, version: row.version }
  return (await saveIntegration({ query, vault }, member, id, wanted)).changes
}

interface Merge {
  readonly stored: Readonly<Record<string, unknown>>
  readonly change: Readonly<Record<string, unknown>>
  readonly missing: Readonly<Record<string, string>>
}

/** @throws MissingSecrets if what is missing is a secret that has a reference */
function mergedOr(type: IntegrationType, { stored, change, missing }: Merge): Record<string, unknown> {
  try {
    return mergeCredentials(type, stored, change)
  } catch (error) {
    const field = error instanceof RequestError ? error.details?.['field'] : undefined
    if (typeof field === 'string' && Object.hasOwn(missing, field))
      throw new MissingSecrets(INTEGRATION_TYPES[type].fields, missing)
    throw error
  }
}
