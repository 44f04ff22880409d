import type { Database } from '../../store/database/database.ts'
import { currentSnapshot, listChangedRuns, listRecentRuns } from '../../store/runs/run-changes.ts'
import type { ListedRunRow } from '../../store/runs/run-rows.ts'

interface ChangesRequest {
  /** The snapshot of all readers that are up to date; nothing if there are none. */
  readonly since: string | undefined
  /** The snapshots of returning readers; nothing for a new one. */
  readonly newcomers: Iterable<string | undefined>
  readonly limit: number
}

interface RunChanges {
  /** Everything that is sent was committed before this snapshot, and nothing later. */
  readonly until: string
  /** One more than `most` if there are too many. */
  readonly runs: readonly ListedRunRow[]
  /** The changes that each returning reader has missed. */
  readonly missed: ReadonlyMap<string | undefined, readonly ListedRunRow[]>
}

/** The changed runs of an organization, for all its readers, from one query. */
export const readRunChanges = (
  database: Database,
  organizationId: string,
  { since, newcomers, limit }: ChangesRequest,
): Promise<RunChanges> =>
  database.inOrganization(organizationId, async (query) => {
    const until = await currentSnapshot(query)
    const changedSince = (since: string) => listChangedRuns(query, organizationId, { since, until }, limit + 1)
    const runs = since === undefined ? [] : await changedSince(since)
    // Readers that return after a restart have mostly stopped at the same snapshot.
    const missed = new Map<string | undefined, readonly ListedRunRow[]>()
    for (const since of new Set(newcomers))
      missed.set(
        since,
        since === undefined ? await listRecentRuns(query, organizationId, until, limit) : await changedSince(since),
      )
    return { until, runs, missed }
  })
