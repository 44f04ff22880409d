import { openDatabase } from '../../store/database/database.ts'
import { migrate } from '../../store/database/migrate.ts'
import { makeVault } from '../../vault/vault.ts'
import { checkMasterKey } from './check-master-key.ts'
import { rewrapCredentials } from './rewrap-credentials.ts'

interface Keys {
  readonly databaseUrl: string
  readonly masterKey: Uint8Array
  readonly previous: readonly Uint8Array[]
}

/**
 * Wraps what is sealed in a store with the master key, as a start with these keys does.
 * @returns how many credentials were wrapped, and how many no key opens
 * @throws StartFailure when none of the keys is that of the store
 */
export async function rewrapEverything({ databaseUrl, masterKey, previous }: Keys) {
  const { role } = await migrate(databaseUrl)
  const database = openDatabase({ databaseUrl, role, onError: () => {} })
  try {
    const vault = makeVault(masterKey, previous)
    await checkMasterKey(database, vault)
    return await rewrapCredentials(database, vault)
  } finally {
    await database.close()
  }
}
