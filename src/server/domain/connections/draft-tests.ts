import { createHmac } from 'node:crypto'

import type { Capability } from '../../../core/catalog/connections/connection-types.ts'
import { type ConnectionRow, type LastTest, saveLastTest } from '../../store/connections/connections.ts'
import { findDraftTest, saveDraftTest } from '../../store/connections/draft-tests.ts'
import type { Query } from '../../store/database/database.ts'
import { type Vault, VaultError } from '../../vault/vault.ts'
import type { OpenedConnection } from './open-endpoint.ts'
import { readEndpoint, type StoredEndpoint } from './read-endpoint.ts'

/** Identifies drafts by everything that a test depends on. Keyed, so that nobody can guess a password from it. */
function digestOf(salt: string, { type, endpoint }: StoredEndpoint, capability: Capability): string {
  const { integration, credentials, config } = endpoint
  const tested = { type, capability, integration, credentials, config }
  return createHmac('sha256', salt).update(JSON.stringify(tested, inOrder)).digest('base64url')
}

/** The store changes the order of the fields of settings. */
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

interface Scope {
  readonly query: Query
  readonly vault: Vault
  readonly organizationId: string
}

/** Stores the test result of a draft, for when it is saved. */
export const recordDraftTest = (
  { query, vault, organizationId }: Scope,
  { connector: { type }, endpoint }: OpenedConnection,
  capability: Capability,
  outcome: LastTest,
): Promise<void> =>
  saveDraftTest(query, organizationId, digestOf(vault.saltOf(organizationId), { type, endpoint }, capability), outcome)

/** Copies the test of a draft to the connection that was just saved. @returns the connection with its last test */
export async function applyDraftTest(scope: Scope, row: ConnectionRow): Promise<ConnectionRow> {
  const { query, vault, organizationId } = scope
  const stored = await readEndpoint(query, vault, organizationId, row.id).catch((error: unknown) => {
    // A connection that cannot be opened has no test.
    if (error instanceof VaultError) return undefined
    throw error
  })
  const salt = vault.saltOf(organizationId)
  const found = stored && (await findDraftTest(query, organizationId, digestOf(salt, stored, row.capability)))
  if (!found || (row.last_test && row.last_test.at >= found.at)) return row
  await saveLastTest(query, organizationId, row.id, found)
  return { ...row, last_test: found }
}
