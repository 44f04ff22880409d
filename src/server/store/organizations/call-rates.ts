import type { Query } from '../database/database.ts'

export interface CallRate {
  readonly calls: number
  readonly seconds: number
}

/** The account that an organization counts for: its first owner. */
export async function accountOf(query: Query, organizationId: string): Promise<string> {
  const [row] = await query<{ account: string }>('select account_of($1) as account', [organizationId])
  return row?.account ?? organizationId
}

/**
 * Counts a call in all processes, if it is allowed. @param name of the call and the caller
 * @returns the seconds until the next one is allowed; nothing if this one is
 */
export async function takeCall(query: Query, name: string, { calls, seconds }: CallRate): Promise<number | undefined> {
  const [taken] = await query(
    `insert into call_rates (name, full_at) values ($1, now() + $2 * interval '1 second')
     on conflict (name) do update set full_at = greatest(call_rates.full_at, now()) + $2 * interval '1 second'
     where greatest(call_rates.full_at, now()) + $2 * interval '1 second' <= now() + $3 * interval '1 second' returning name`,
    [name, seconds / calls, seconds],
  )
  if (taken) return undefined
  const [row] = await query<{ wait: number }>(
    `select ceil(extract(epoch from full_at - now()) + $2 - $3)::int as wait from call_rates where name = $1`,
    [name, seconds / calls, seconds],
  )
  return Math.max(1, row?.wait ?? 1)
}

/** Deletes what limits nobody any more. */
export const deleteFullRates = (query: Query): Promise<object[]> =>
  query('delete from call_rates where full_at < now()')
