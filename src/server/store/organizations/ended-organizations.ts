import type { Query } from '../database/database.ts'

/** Part of the transaction that deletes an organization. */
export const recordEnded = (query: Query, organizationId: string): Promise<object[]> =>
  query('insert into ended_organizations (id) values ($1) on conflict do nothing', [organizationId])

/** Organizations that may have left data outside of the store, in the system's scope. */
export const listEnded = async (query: Query): Promise<readonly string[]> =>
  (await query<{ id: string }>('select id from ended_organizations order by ended_at')).map(({ id }) => id)

export const forgetEnded = (query: Query, organizationId: string): Promise<object[]> =>
  query('delete from ended_organizations where id = $1', [organizationId])
