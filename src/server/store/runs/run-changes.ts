import type { Query } from '../database/database.ts'
import type { ListedRunRow } from './run-rows.ts'
import { listedRuns } from './runs.ts'
import { type Stored, withWork } from './stored-work.ts'

/** The transactions that are committed now, in Postgres's notation of snapshots: `xmin:xmax:xip,…`. */
export async function currentSnapshot(query: Query): Promise<string> {
  const [row] = await query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
  if (!row) throw new Error('a snapshot was not given')
  return row.snapshot
}

export interface SeenUntil {
  /** Changes that were committed in it are not sent again. */
  readonly since: string
  /** Changes that were not committed in it are left for the next time. */
  readonly until: string
}

/** Runs that changed between two snapshots, each in its state at the later one; exactly these changes are returned. */
export const listChangedRuns = (query: Query, organizationId: string, { since, until }: SeenUntil, limit: number) =>
  withWork(
    query<Stored<ListedRunRow>>(
      `${listedRuns('runs')} where runs.organization_id = $1
       and changed_in >= pg_snapshot_xmin($2::pg_snapshot) and not pg_visible_in_snapshot(changed_in, $2::pg_snapshot)
       and pg_visible_in_snapshot(changed_in, $3::pg_snapshot)
     order by changed_in limit $4`,
      [organizationId, since, until, limit],
    ),
  )

/** For a reader that has only a page that was loaded a moment ago. */
export const listRecentRuns = (query: Query, organizationId: string, until: string, limit: number) =>
  withWork(
    query<Stored<ListedRunRow>>(
      `${listedRuns('runs')} where runs.organization_id = $1
       and (status in ('queued', 'running', 'committing') or finished_at > now() - interval '1 minute')
       and pg_visible_in_snapshot(changed_in, $2::pg_snapshot)
     order by changed_in limit $3`,
      [organizationId, until, limit],
    ),
  )
