import type { KnownColumn } from '../../../engine/move/resolve-drift.ts'
import { forgetFailedTests } from '../../store/connections/connections.ts'
import type { Query } from '../../store/database/database.ts'
import { saveStreamColumns } from '../../store/flows/stream-columns.ts'
import { saveStreamPositions } from '../../store/flows/stream-positions.ts'
import { forgetRejectedStreams } from '../../store/runs/rejected-rows.ts'
import { type RunRow, type RunStreamRow, saveRun } from '../../store/runs/runs.ts'
import { countUsage, countUsageOfDeleted } from '../../store/runs/usage.ts'
import { raiseRunAlerts } from '../alerts/raise-run-alerts.ts'
import type { RunOutcome } from './run-outcome.ts'

interface EndedAttempt {
  readonly run: RunRow
  readonly streams: readonly RunStreamRow[]
  readonly outcome: RunOutcome
  /** As the source had them. */
  readonly columns: ReadonlyMap<string, readonly KnownColumn[]>
}

/**
 * Ends a run, once: with its end goes what is to be told of it, what it has used, and where the next one goes on. Of one that
 * was deleted meanwhile only what it has used is kept; of one that is over already, or another attempt's, nothing.
 */
export async function endRun(query: Query, { run, streams, outcome, columns }: EndedAttempt): Promise<void> {
  const { id: runId, epoch, flow_snapshot: flow } = run
  if (!(await saveRun(query, { runId, epoch, streams, ...outcome })))
    return void (await countUsageOfDeleted(query, run, streams))
  if (outcome.status === 'succeeded') await forgetFailedTests(query, runId)
  await countUsage(query, runId)
  await raiseRunAlerts(query, runId)
  await forgetRejects(query, run, streams)
  // What was sent again, or only compared, says nothing of how far the source was read.
  if (flow.replayOf !== undefined || flow.dry) return
  await saveStreamPositions(query, run, streams)
  await saveStreamColumns(query, run, streams, columns)
}

/** Rows of a stream that did not come to its end count for nothing; those that were sent again are kept by this run, if at all. */
async function forgetRejects(query: Query, { id, flow_snapshot: flow }: RunRow, streams: readonly RunStreamRow[]) {
  const those = (isSucceeded: boolean) =>
    streams.filter(({ status }) => (status === 'succeeded') === isSucceeded).map(({ entity }) => entity)
  await forgetRejectedStreams(query, id, those(false))
  if (flow.replayOf !== undefined) await forgetRejectedStreams(query, flow.replayOf, those(true))
}
