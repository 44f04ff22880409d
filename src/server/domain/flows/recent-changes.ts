import type { Query } from '../../store/database/database.ts'
import type { DrawnRunRow, MovedTableRow } from '../../store/flows/flow-overview.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import type { ColumnChangeRow } from '../../store/runs/run-rows.ts'
import { listSettingsVersions, listVersions, type VersionRow } from '../../store/versions/versions.ts'

type SavedChange = Omit<VersionRow, 'kind'>

/** A change that somebody who looks after a flow wants to know of. */
export type RecentChange = { readonly at: Date } & (
  | { readonly of: 'flow'; readonly saved: SavedChange }
  | {
      readonly of: 'connection'
      readonly connection: { readonly id: string; readonly name: string }
      readonly saved: SavedChange
    }
  | {
      readonly of: 'columns'
      readonly runId: string
      readonly entity: string
      readonly target: string
      readonly columns: readonly ColumnChangeRow[]
    }
)

/** The most that are told; a save for each key that is pressed must not push out everything else. */
const MOST = { versions: 40, connection: 10, columns: 20 }

interface Around {
  readonly flow: FlowRow
  /** The oldest first. */
  readonly runs: readonly DrawnRunRow[]
  readonly moved: readonly MovedTableRow[]
}

/** Saved versions of the flow and of its connections, and what runs found changed in the tables, the newest first. */
export async function recentChanges(
  query: Query,
  organizationId: string,
  { flow, runs, moved }: Around,
): Promise<readonly RecentChange[]> {
  const versions = await listVersions(query, organizationId, flow.id, { limit: MOST.versions })
  const changes: RecentChange[] = versions.map(({ kind: _, ...saved }) => ({ at: saved.saved_at, of: 'flow', saved }))
  for (const { id, name } of new Map([flow.source, flow.destination].map((end) => [end.id, end])).values()) {
    const saves = await listSettingsVersions(query, organizationId, [id], MOST.connection)
    for (const { kind: _, content: __, ...saved } of saves) {
      // Its first version is not a change of something that the flow used.
      if (saved.changes) changes.push({ at: saved.saved_at, of: 'connection', connection: { id, name }, saved })
    }
  }
  const columns = moved
    .flatMap(({ entity, target, changes: found }) =>
      found.flatMap(({ place, columns: differing }): RecentChange[] => {
        const run = runs[place - 1]
        const at = run?.finished_at ?? run?.queued_at
        return run && at ? [{ at, of: 'columns', runId: run.id, entity, target, columns: differing }] : []
      }),
    )
    .toSorted(newestFirst)
    .slice(0, MOST.columns)
  return [...changes, ...columns].toSorted(newestFirst)
}

const newestFirst = (one: RecentChange, other: RecentChange) => other.at.getTime() - one.at.getTime()
