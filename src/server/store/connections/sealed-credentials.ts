import type { SealedCredentials } from '../../vault/vault.ts'
import type { Query } from '../database/database.ts'

interface SealedRow {
  readonly id: string
  readonly organization_id: string
  readonly credentials: SealedCredentials
}

/** The credentials of all organizations, locked until the end of the transaction. */
export const listSealedCredentials = (query: Query): Promise<SealedRow[]> =>
  query<SealedRow>('select id, organization_id, credentials from integrations order by id for update')

/** The secret content stays the same, so the integration does not count as changed. */
export const replaceSealedKey = (query: Query, id: string, credentials: SealedCredentials): Promise<object[]> =>
  query('update integrations set credentials = $2 where id = $1', [id, credentials])
