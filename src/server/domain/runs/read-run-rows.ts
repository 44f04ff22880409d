import type { Database } from '../../store/database/database.ts'
import { findRowChanges } from '../../store/runs/row-changes.ts'
import type { Vault } from '../../vault/vault.ts'
import { readRun } from './read-runs.ts'
import { openRowChanges, type RowChanges } from './row-changes.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

/** The changes that a dry run found for one stream. @throws RequestError not found; VaultError */
export async function readRowChanges(
  { database, vault }: Deps,
  organizationId: string,
  runId: string,
  entity: string | undefined,
): Promise<RowChanges & { readonly entity?: string }> {
  await readRun(database, organizationId, runId)
  const found = await database.inOrganization(organizationId, (query) =>
    findRowChanges(query, organizationId, runId, entity),
  )
  if (!found) return { columns: [], rows: [] }
  return { entity: found.entity, ...openRowChanges(vault, { organizationId, runId }, found.sealed) }
}
