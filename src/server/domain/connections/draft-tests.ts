import { createHmac } from 'node:crypto'

import type { Capability } from '../../../core/catalog/connection-types.ts'
import { type ConnectionRow, type LastTest, saveLastTest } from '../../store/connections/connections.ts'
import { findDraftTest, saveDraftTest } from '../../store/connections/draft-tests.ts'
import type { Query } from '../../store/database/database.ts'
import { type Vault, VaultError } from '../../vault/vault.ts'
import { type OpenedConnection, openEndpoint } from './open-endpoint.ts'

/** Tells drafts apart by everything that a test depends on. Keyed, so that no password can be guessed from it. */
function digestOf(salt: string, { connector, endpoint }: OpenedConnection, capability: Capability): string {
  const { integration, credentials, config } = endpoint
  const tested = { type: connector.type, capability, integration, credentials, config }
  return createHmac('sha256', salt).update(JSON.stringify(tested, inOrder)).digest('base64url')
}

/** The store puts the fields of settings into an order of its own. */
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

interface Scope {
  readonly query: Query
  readonly vault: Vault
  readonly organizationId: string
}

/** Keeps how a draft tested, for when it is saved. */
export const rememberDraftTest = (
  { query, vault, organizationId }: Scope,
  draft: OpenedConnection,
  capability: Capability,
  outcome: LastTest,
): Promise<void> =>
  saveDraftTest(query, organizationId, digestOf(vault.saltOf(organizationId), draft, capability), outcome)

/** Gives a connection that was just saved the test of the draft that it was. @returns the connection with its last test */
export async function recallDraftTest(scope: Scope, row: ConnectionRow): Promise<ConnectionRow> {
  const { query, vault, organizationId } = scope
  const opened = await openEndpoint(query, vault, organizationId, row.id).catch((error: unknown) => {
    // Nothing can be tested that cannot be opened.
    if (error instanceof VaultError) return undefined
    throw error
  })
  const salt = vault.saltOf(organizationId)
  const found = opened && (await findDraftTest(query, organizationId, digestOf(salt, opened, row.capability)))
  if (!found || (row.last_test && row.last_test.at >= found.at)) return row
  await saveLastTest(query, organizationId, row.id, found)
  return { ...row, last_test: found }
}
