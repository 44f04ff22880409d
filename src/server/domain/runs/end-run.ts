import { forgetFailedTests } from '../../store/connections/connections.ts'
import type { Query } from '../../store/database/database.ts'
import { saveStreamPositions } from '../../store/flows/stream-positions.ts'
import { forgetRejectedOfFailed, forgetReplayed } from '../../store/runs/rejected-rows.ts'
import type { RunRow } from '../../store/runs/runs.ts'
import { countUsage, countUsageOfDeleted } from '../../store/runs/usage.ts'
import { raiseRunAlerts } from '../alerts/raise-run-alerts.ts'
import type { RunOutcome } from './run-outcome.ts'
import { type ProgressChanges, saveProgress } from './save-progress.ts'

/**
 * Ends a run, once: with its end goes what is to be told of it, what it has used, and where the next one goes on. Of one that
 * was deleted meanwhile only what it has used is kept; of one that is over already, or another attempt's, nothing.
 */
export async function endRun(query: Query, run: RunRow, changes: ProgressChanges, outcome: RunOutcome): Promise<void> {
  const { id: runId, flow_snapshot: flow } = run
  if (!(await saveProgress(query, run, changes, outcome)))
    return void (await countUsageOfDeleted(query, run, changes.streams))
  if (outcome.status === 'succeeded') await forgetFailedTests(query, runId)
  await countUsage(query, runId)
  await raiseRunAlerts(query, runId)
  await forgetRejectedOfFailed(query, runId)
  if (flow.replayOf !== undefined) await forgetReplayed(query, flow.replayOf, runId)
  if (saysHowFar(run)) await saveStreamPositions(query, run)
}

/** What is sent again, or only compared, says nothing of how far the source was read, and of its columns. */
export const saysHowFar = ({ flow_snapshot: flow }: Pick<RunRow, 'flow_snapshot'>): boolean =>
  flow.replayOf === undefined && !flow.dry
