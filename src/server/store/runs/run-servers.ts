import { first, type Query } from '../database/database.ts'

/** Each is absent if it is not known, or if that end has no version. */
export interface RunServers {
  readonly millrace?: string
  readonly source?: string
  readonly destination?: string
}

/** Part of the transaction that ends a run. */
export const saveRunServers = async (query: Query, runId: string, servers: RunServers): Promise<void> => {
  await query(
    `insert into run_servers (organization_id, run_id, servers)
     select organization_id, id, $2 from runs where id = $1
     on conflict (run_id) do update set servers = excluded.servers`,
    [runId, JSON.stringify(servers)],
  )
}

/** Empty for a run of an older version. */
export const findRunServers = async (query: Query, runId: string): Promise<RunServers> =>
  (await first(query<{ servers: RunServers }>('select servers from run_servers where run_id = $1', [runId])))
    ?.servers ?? {}
