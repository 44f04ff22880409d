import { statusesBefore } from '../../../core/catalog/runs/run-states.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { wordsOf } from '../../../core/catalog/words.ts'
import type { Query } from '../database/database.ts'
import { ANNOUNCED_QUEUE } from './run-queue.ts'
import type { RunErrorRow } from './run-rows.ts'
import { deleteStreams, storeStreams } from './run-streams.ts'
import { ANNOUNCED, type RunChange } from './runs.ts'
import { countUsage } from './usage.ts'

/** An attempt that did not finish the run. */
export interface RunAttemptRow {
  readonly attempt: number
  /** ISO 8601. */
  readonly ended_at: string
  readonly error: RunErrorRow
}

export interface ClaimedRun {
  readonly organizationId: string
  readonly epoch: number
  /** Number of consecutive attempts, up to this one, whose workers died because of the run or with it. */
  readonly losses: number
}

const LOST: RunErrorRow = {
  code: 'WORKER_LOST',
  ...wordsOf({ message: sentence`The process that moved the rows ended or stopped responding.` }),
}

/**
 * Makes the caller the only worker of a run: a new attempt with a higher epoch, unless the run has ended or must wait.
 * The epoch fences this attempt in the store and in the destination. @param ticket of the requesting job; absent: any
 */
export async function claimRun(query: Query, runId: string, ticket?: number): Promise<ClaimedRun | undefined> {
  // Rows of the previous attempt stay at the destination, and an attempt that fails earlier does not report them again.
  await countUsage(query, runId)
  const [row] = await query<{ organization_id: string; epoch: number; losses: number }>(
    `with found as (
       select id, status <> 'queued' and retry_at is null as was_lost from runs
       where id = $1 and status = any($2) and (retry_at is null or retry_at <= now()) and ticket = coalesce($4, ticket) for update),
     claimed as (
       update runs set status = 'running', attempt = attempt + 1, epoch = next_epoch(), started_at = coalesce(started_at, now()),
         totals = default, rows_written = default, error = null, retry_at = null, losses = case when was_lost then losses + 1 else 0 end,
         attempts = case when was_lost then attempts || jsonb_build_array(
           jsonb_build_object('attempt', attempt, 'ended_at', now(), 'error', $3::jsonb)) else attempts end
       from found where runs.id = found.id returning runs.id, organization_id, epoch, losses)
     select organization_id, epoch, losses, ${ANNOUNCED} from claimed`,
    [runId, statusesBefore('running'), LOST, ticket ?? null],
  )
  if (row) await deleteStreams(query, runId)
  return row && { organizationId: row.organization_id, epoch: row.epoch, losses: row.losses }
}

export interface FailedAttempt extends Pick<RunChange, 'runId' | 'epoch' | 'streams' | 'totals'> {
  readonly error: RunErrorRow
  /** The time until the next attempt, in milliseconds. */
  readonly pause: number
}

/**
 * Ends an attempt, and lets the run wait for the next, which comes before runs that have not begun; nobody works on it meanwhile.
 * @returns whether it waits: not when another attempt has taken over, the run has ended, or somebody cancels it
 */
export async function postponeRun(
  query: Query,
  { runId, epoch, streams, totals, error, pause }: FailedAttempt,
): Promise<boolean> {
  const rows = await query(
    `with changed as (
       update runs set status = 'running', totals = $3, rows_written = ($3::jsonb->>'rows_written')::bigint, error = $4, retry_at = now() + $5 * interval '1 millisecond', ticket = ticket + 1,
         attempts = attempts || jsonb_build_array(jsonb_build_object('attempt', attempt, 'ended_at', now(), 'error', $4::jsonb))
       where id = $1 and epoch = $2 and status = any($6) and cancel_requested_at is null returning id, organization_id, ticket, retry_at),
     waits as (
       update run_queue set worker = null, turn = 0, begins_at = changed.retry_at, ticket = changed.ticket from changed where run_id = changed.id),
     stored as (${storeStreams('$7')})
     select ${ANNOUNCED}, ${ANNOUNCED_QUEUE} from changed`,
    [runId, epoch, totals, error, pause, statusesBefore('running'), JSON.stringify(streams)],
  )
  return rows.length === 1
}

/** Returns a run that its worker has released cleanly, so that the worker does not count as dead. */
export const releaseRun = (query: Query, runId: string, epoch: number): Promise<object[]> =>
  query(`update runs set retry_at = now() where id = $1 and epoch = $2 and status in ('running', 'committing')`, [
    runId,
    epoch,
  ])
