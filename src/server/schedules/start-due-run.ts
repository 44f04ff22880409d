import { SKIPPED } from '../../core/catalog/schedules/schedule-rules.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import { wordsOf } from '../../core/catalog/words.ts'
import { raiseRunAlerts } from '../domain/alerts/raise-run-alerts.ts'
import { RequestError } from '../domain/request-error.ts'
import { QUEUE_FULL, RUN_ALREADY_ACTIVE, startRun } from '../domain/runs/start-run.ts'
import { nextDue } from '../domain/schedules/next-due.ts'
import type { Query } from '../store/database/database.ts'
import { recordAwaitedRun } from '../store/flows/awaited-runs.ts'
import { type DueFlow, lockDueFlow, setDueAt } from '../store/flows/schedules.ts'
import { insertMissedRun } from '../store/runs/new-runs.ts'

/**
 * Starts the run for which a flow is due, or records why it did not take place, and computes the next due
 * time: all in the caller's transaction, so that each due time counts once, even if a process fails. The next due time is in
 * the future: of all times that passed while no process was running, only the first counts.
 * @returns whether anything was done; not if another process was first, or if the run must wait
 */
export async function startDueRun(query: Query, flowId: string): Promise<boolean> {
  const flow = await lockDueFlow(query, flowId)
  if (!flow) return false
  const { organization_id: organizationId, schedule, due_at: scheduledFor, now } = flow
  try {
    await startRun(query, {
      organizationId,
      flowId,
      trigger: 'schedule',
      work: { kind: 'move' },
      scheduledFor,
    })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    // Somebody else has started it: the schedule waits as it does for any run.
    if (error.code === RUN_ALREADY_ACTIVE && schedule.overlap === 'queue') return false
    // It waits until the queue has room again.
    if (error.code === QUEUE_FULL) return false
    await writeDown(query, flow, error)
  }
  await setDueAt(query, flowId, nextDue(schedule, now))
  return true
}

async function writeDown(
  query: Query,
  { id: flowId, due_at: scheduledFor }: DueFlow,
  { code, sentence: message }: RequestError,
) {
  const run = { flowId, trigger: 'schedule', work: { kind: 'move' }, scheduledFor } as const
  const missed =
    code === RUN_ALREADY_ACTIVE
      ? await insertMissedRun(query, { ...run, status: 'cancelled', error: SKIPPED_RUN })
      : await insertMissedRun(query, {
          ...run,
          status: 'failed',
          error: { code, ...wordsOf({ message }) },
        })
  if (missed === undefined) return
  await raiseRunAlerts(query, missed)
  await recordAwaitedRun(query, missed)
}

const SKIPPED_RUN = {
  code: SKIPPED,
  ...wordsOf({
    message: sentence`This run was skipped: the previous run was still running.`,
    hint: sentence`Leave more time between runs, or let the schedule wait for the previous run.`,
  }),
}
