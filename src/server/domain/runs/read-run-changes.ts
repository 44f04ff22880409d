import type { Database } from '../../store/database/database.ts'
import { currentSnapshot, listChangedRuns, listRecentRuns } from '../../store/runs/run-changes.ts'
import type { ListedRunRow } from '../../store/runs/runs.ts'

interface ChangesRequest {
  /** The snapshot that all who are up to date have seen; nothing where nobody is. */
  readonly since: string | undefined
  /** Those of readers who come back; nothing for one that is new. */
  readonly newcomers: Iterable<string | undefined>
  readonly most: number
}

interface RunChanges {
  /** Everything that is told was committed there, and nothing later. */
  readonly until: string
  /** One more than `most` where there are too many. */
  readonly runs: readonly ListedRunRow[]
  /** What each of the newcomers has missed. */
  readonly missed: ReadonlyMap<string | undefined, readonly ListedRunRow[]>
}

/** Which runs of an organization have changed, for all who watch it, from one look into the store. */
export const readRunChanges = (
  database: Database,
  organizationId: string,
  { since, newcomers, most }: ChangesRequest,
): Promise<RunChanges> =>
  database.inOrganization(organizationId, async (query) => {
    const until = await currentSnapshot(query)
    const changedSince = (since: string) => listChangedRuns(query, organizationId, { since, until }, most + 1)
    const runs = since === undefined ? [] : await changedSince(since)
    // Those who come back after a restart have mostly stopped at the same place.
    const missed = new Map<string | undefined, readonly ListedRunRow[]>()
    for (const since of new Set(newcomers))
      missed.set(
        since,
        since === undefined ? await listRecentRuns(query, organizationId, until, most) : await changedSince(since),
      )
    return { until, runs, missed }
  })
