import type { readFlowOverview } from '../../domain/flows/read-flow-overview.ts'
import type { RecentChange } from '../../domain/flows/recent-changes.ts'
import { versionToWire } from './version-to-wire.ts'

const isoOf = (at: Date | null | undefined) => at?.toISOString() ?? null

type Overview = Awaited<ReturnType<typeof readFlowOverview>>

export const flowOverviewToWire = ({ runs, tables, largest, spending, changes, ...known }: Overview) => ({
  last_success_at: isoOf(known.lastSuccess),
  success_before_at: isoOf(known.successBefore),
  runs: runs.map(({ queued_at, started_at, finished_at, ...run }) => ({
    ...run,
    queued_at: queued_at.toISOString(),
    started_at: isoOf(started_at),
    finished_at: isoOf(finished_at),
  })),
  largest_tables: largest,
  tables: tables.map(({ arrivedAt, changedAt, ...table }) => ({
    ...table,
    arrived_at: isoOf(arrivedAt),
    changed_at: isoOf(changedAt),
  })),
  spending,
  changes: changes.map(changeToWire),
})

function changeToWire({ at, ...change }: RecentChange) {
  const shared = { at: at.toISOString(), of: change.of }
  switch (change.of) {
    case 'flow':
      return { ...shared, saved: versionToWire(change.saved) }
    case 'connection':
      return { ...shared, connection: change.connection, saved: versionToWire(change.saved) }
    case 'columns': {
      const { runId, entity, target, columns } = change
      return { ...shared, run_id: runId, entity, target, columns }
    }
  }
}
