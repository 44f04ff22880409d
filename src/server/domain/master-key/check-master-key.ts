import { StartFailure } from '../../host/start-failure.ts'
import { keepMasterKeyMarker, replaceMasterKeyMarker } from '../../store/connections/master-key-marker.ts'
import type { Database } from '../../store/database/database.ts'
import { type SealedCredentials, type Vault, VaultError } from '../../vault/vault.ts'

/** No organization has an empty id. */
const MARKER = { organizationId: '', integrationId: 'master-key' }

/**
 * Checks that this process has the same master key as all others on the same store, because otherwise it could open none of their secrets.
 * After a rotation the current key counts. @throws StartFailure
 */
export const checkMasterKey = (database: Database, vault: Vault): Promise<void> =>
  database.asSystem(async (query) => {
    const marker = await keepMasterKeyMarker(query, vault.seal(MARKER, {}))
    try {
      const sealed = vault.rewrap(MARKER, marker)
      if (sealed) await replaceMasterKeyMarker(query, sealed)
    } catch (error) {
      if (!(error instanceof VaultError)) throw error
      throw new StartFailure(
        'MASTER_KEY is not the key that this database was used with; set it to that of the other processes, or see "The master key" in docs/operations.md if it was changed or lost.',
      )
    }
  })

/** Whether the keys of the vault open what was sealed to tell keys apart. */
export function opensMarker(vault: Vault, marker: SealedCredentials): boolean {
  try {
    vault.open(MARKER, marker)
    return true
  } catch (error) {
    if (error instanceof VaultError) return false
    throw error
  }
}
