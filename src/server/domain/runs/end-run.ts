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
 * Ends a run, once: the same transaction writes its alerts, its usage, and the position for the next run. For a run that
 * was deleted meanwhile only its usage is stored; for a run that has already ended, or belongs to another attempt, nothing.
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

/** A replay or a dry run does not change the position in the source, or the known columns. */
export const saysHowFar = ({ flow_snapshot: flow }: Pick<RunRow, 'flow_snapshot'>): boolean =>
  flow.replayOf === undefined && !flow.dry
