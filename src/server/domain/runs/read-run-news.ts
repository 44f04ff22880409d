import type { Database } from '../../store/database/database.ts'
import { currentSnapshot } from '../../store/runs/run-changes.ts'
import { type LogLineRow, type LogPage, listLogLines } from '../../store/runs/run-log.ts'
import type { RunRow, RunStreamRow } from '../../store/runs/run-rows.ts'
import { listStreams } from '../../store/runs/run-streams.ts'
import { FEW_STREAMS, findRunWithoutStreams } from '../../store/runs/runs.ts'

interface RunNews {
  readonly run: Omit<RunRow, 'streams'>
  /** The changed streams since the last time, or all if `areAll`. */
  readonly streams: readonly RunStreamRow[]
  readonly areAll: boolean
  readonly lines: readonly LogLineRow[]
}

/** Reads what one watcher has not seen of a run. @returns a function that reads the changes since its last call; nothing if the run was deleted */
export function makeReadRunNews(database: Database, organizationId: string, runId: string) {
  let seen: { readonly attempt: number; readonly until: string } | undefined
  return (since: Pick<LogPage, 'after' | 'limit'>): Promise<RunNews | undefined> =>
    database.inOrganization(organizationId, async (query) => {
      // First, so that changes that are committed between the reads are sent twice rather than missed.
      const until = await currentSnapshot(query)
      const run = await findRunWithoutStreams(query, organizationId, runId)
      if (!run) return undefined
      // Another attempt plans again, and its old streams are no longer on the watcher's page.
      const known = seen?.attempt === run.attempt ? seen.until : undefined
      const streams = await listStreams(query, runId, known)
      const lines = await listLogLines(query, organizationId, runId, since)
      seen = run.totals.streams > FEW_STREAMS ? { attempt: run.attempt, until } : undefined
      return { run, streams, areAll: known === undefined, lines }
    })
}
