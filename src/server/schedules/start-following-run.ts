import { wordsOf } from '../../core/catalog/words.ts'
import { raiseRunAlerts } from '../domain/alerts/raise-run-alerts.ts'
import { RequestError } from '../domain/request-error.ts'
import { QUEUE_FULL, RUN_ALREADY_ACTIVE, startRun } from '../domain/runs/start-run.ts'
import type { Query } from '../store/database/database.ts'
import { forgetAwaitedRuns, listAwaitedRuns, lockFollowingFlow, recordAwaitedRun } from '../store/flows/awaited-runs.ts'
import { insertMissedRun } from '../store/runs/new-runs.ts'

/**
 * Starts a flow after the runs for which it has waited, or records why it could not start, and forgets these runs: all in the caller's
 * transaction, so that each end counts once, even if a process fails.
 * @returns whether anything was done; not if another process was first, or if the run must wait
 */
export async function startFollowingRun(query: Query, flowId: string): Promise<boolean> {
  const flow = await lockFollowingFlow(query, flowId)
  if (!flow) return false
  const startedAfter = await listAwaitedRuns(query, flowId)
  try {
    await startRun(query, {
      organizationId: flow.organization_id,
      flowId,
      trigger: 'flow',
      work: { kind: 'move' },
      startedAfter,
    })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    // Somebody else has started it, or the queue is full: it starts as soon as it can.
    if (error.code === RUN_ALREADY_ACTIVE || error.code === QUEUE_FULL) return false
    const { code, sentence: message } = error
    const missed = await insertMissedRun(query, {
      flowId,
      trigger: 'flow',
      startedAfter,
      status: 'failed',
      error: { code, ...wordsOf({ message }) },
    })
    if (missed !== undefined) {
      await raiseRunAlerts(query, missed)
      await recordAwaitedRun(query, missed)
    }
  }
  await forgetAwaitedRuns(
    query,
    flowId,
    startedAfter.map(({ runId }) => runId),
  )
  return true
}
