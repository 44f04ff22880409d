import { first, type Query } from '../database/database.ts'

/** Each is absent if it is not known, or if that end has no version. */
export interface RunServers {
  readonly millrace?: string
  readonly source?: string
  readonly destination?: string
}

export interface StoredServers extends RunServers {
  /** The same for all connections to one database. Absent for a run of an older version. */
  readonly destinationId?: string
}

/** Part of the transaction that ends a run. */
export const saveRunServers = async (query: Query, runId: string, servers: StoredServers): Promise<void> => {
  await query(
    `insert into run_servers (organization_id, run_id, servers)
     select organization_id, id, $2 from runs where id = $1
     on conflict (run_id) do update set servers = excluded.servers`,
    [runId, JSON.stringify(servers)],
  )
}

/** Empty for a run of an older version. */
export async function findRunServers(query: Query, runId: string): Promise<RunServers> {
  const found = await first(
    query<{ servers: StoredServers }>('select servers from run_servers where run_id = $1', [runId]),
  )
  const { destinationId: _, ...servers } = found?.servers ?? {}
  return servers
}
