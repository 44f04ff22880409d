import type { Database } from '../store/database.ts'
import { listSealedCredentials, replaceSealedKey } from '../store/sealed-credentials.ts'
import { type Vault, VaultError } from '../vault/vault.ts'

/**
 * After a rotation of the master key: wraps every integration's data key with the present one, so that the previous can be forgotten.
 * What no key opens stays as it is. Runs that are under way have opened theirs already. @returns how many were wrapped anew, and how many stay locked
 */
export const rewrapCredentials = (
  database: Database,
  vault: Vault,
): Promise<{ readonly rewrapped: number; readonly locked: number }> =>
  database.asSystem(async (query) => {
    let rewrapped = 0
    let locked = 0
    for (const { id, organization_id: organizationId, credentials } of await listSealedCredentials(query)) {
      try {
        const sealed = vault.rewrap({ organizationId, integrationId: id }, credentials)
        if (!sealed) continue
        await replaceSealedKey(query, id, sealed)
        rewrapped++
      } catch (error) {
        if (!(error instanceof VaultError)) throw error
        locked++
      }
    }
    return { rewrapped, locked }
  })
