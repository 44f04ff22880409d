import type { SealedCredentials } from '../../vault/vault.ts'
import type { Query } from '../database/database.ts'

interface SealedRow {
  readonly id: string
  readonly organization_id: string
  readonly credentials: SealedCredentials
}

/** Those of every organization, which nobody else changes until the transaction is over. */
export const listSealedCredentials = (query: Query): Promise<SealedRow[]> =>
  query<SealedRow>('select id, organization_id, credentials from integrations order by id for update')

/** What is sealed stays the same, so nobody has changed the integration. */
export const replaceSealedKey = (query: Query, id: string, credentials: SealedCredentials): Promise<object[]> =>
  query('update integrations set credentials = $2 where id = $1', [id, credentials])
