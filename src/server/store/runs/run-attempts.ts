import { statusesBefore } from '../../../core/catalog/run-states.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { wordsOf } from '../../../core/catalog/words.ts'
import type { Query } from '../database/database.ts'
import { deleteStreams, storeStreams } from './run-streams.ts'
import { NOTIFY, type RunChange, type RunErrorRow } from './runs.ts'
import { countUsage } from './usage.ts'

/** An attempt that did not bring the run to its end. */
export interface RunAttemptRow {
  readonly attempt: number
  /** ISO 8601. */
  readonly ended_at: string
  readonly error: RunErrorRow
}

export interface ClaimedRun {
  readonly organizationId: string
  readonly epoch: number
  /** Attempts in a row, up to this one, whose workers died of the run or with it. */
  readonly losses: number
}

const LOST: RunErrorRow = {
  code: 'WORKER_LOST',
  ...wordsOf({ message: sentence`The process that moved the rows ended or stopped responding.` }),
}

/**
 * Makes the caller the one worker of a run: a new attempt with a higher epoch, unless the run is over or has to wait.
 * The epoch fences this attempt in the store and in the destination. @param ticket of the job that asks; absent: whichever it is
 */
export async function claimRun(query: Query, runId: string, ticket?: number): Promise<ClaimedRun | undefined> {
  // What the attempt before has brought stays at the destination, and is not told again by one that fails earlier.
  await countUsage(query, runId)
  const [row] = await query<{ organization_id: string; epoch: number; losses: number }>(
    `with found as (
       select id, status <> 'queued' and retry_at is null as was_lost from runs
       where id = $1 and status = any($2) and (retry_at is null or retry_at <= now()) and ticket = coalesce($4, ticket) for update),
     claimed as (
       update runs set status = 'running', attempt = attempt + 1, epoch = nextval('run_epoch'), started_at = coalesce(started_at, now()),
         totals = default, rows_written = default, error = null, retry_at = null, losses = case when was_lost then losses + 1 else 0 end,
         attempts = case when was_lost then attempts || jsonb_build_array(
           jsonb_build_object('attempt', attempt, 'ended_at', now(), 'error', $3::jsonb)) else attempts end
       from found where runs.id = found.id returning runs.id, organization_id, epoch, losses)
     select organization_id, epoch, losses, ${NOTIFY} from claimed`,
    [runId, statusesBefore('running'), LOST, ticket ?? null],
  )
  if (row) await deleteStreams(query, runId)
  return row && { organizationId: row.organization_id, epoch: row.epoch, losses: row.losses }
}

export interface FailedAttempt extends Pick<RunChange, 'runId' | 'epoch' | 'streams' | 'totals'> {
  readonly error: RunErrorRow
  /** Until the next attempt, in milliseconds. */
  readonly pause: number
}

/**
 * Ends an attempt, and lets the run wait for the next; nobody works on it meanwhile.
 * @returns the ticket of the job that may begin it; none when another attempt has taken over, the run is over, or somebody wants its end
 */
export async function postponeRun(
  query: Query,
  { runId, epoch, streams, totals, error, pause }: FailedAttempt,
): Promise<number | undefined> {
  const [row] = await query<{ ticket: number }>(
    `with changed as (
       update runs set status = 'running', totals = $3, rows_written = ($3::jsonb->>'rows_written')::bigint, error = $4, retry_at = now() + $5 * interval '1 millisecond', ticket = ticket + 1,
         attempts = attempts || jsonb_build_array(jsonb_build_object('attempt', attempt, 'ended_at', now(), 'error', $4::jsonb))
       where id = $1 and epoch = $2 and status = any($6) and cancel_requested_at is null returning id, organization_id, ticket),
     stored as (${storeStreams('$7')})
     select ticket, ${NOTIFY} from changed`,
    [runId, epoch, totals, error, pause, statusesBefore('running'), JSON.stringify(streams)],
  )
  return row?.ticket
}

/** Gives a run back that its worker has let go of unhurt, so that nobody takes the worker for dead. */
export const releaseRun = (query: Query, runId: string, epoch: number): Promise<object[]> =>
  query(`update runs set retry_at = now() where id = $1 and epoch = $2 and status in ('running', 'committing')`, [
    runId,
    epoch,
  ])
