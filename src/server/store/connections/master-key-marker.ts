import type { SealedCredentials } from '../../vault/vault.ts'
import type { Query } from '../database/database.ts'

/** @returns the value sealed by the first process, or `sealed` if this is the first; locked until the end of the transaction */
export async function keepMasterKeyMarker(query: Query, sealed: SealedCredentials): Promise<SealedCredentials> {
  await query('insert into master_key (sealed) values ($1) on conflict do nothing', [sealed])
  const [row] = await query<{ sealed: SealedCredentials }>('select sealed from master_key for update')
  return row?.sealed ?? sealed
}

export const replaceMasterKeyMarker = (query: Query, sealed: SealedCredentials): Promise<object[]> =>
  query('update master_key set sealed = $1', [sealed])

export const findMasterKeyMarker = async (query: Query): Promise<SealedCredentials | undefined> =>
  (await query<{ sealed: SealedCredentials }>('select sealed from master_key'))[0]?.sealed
