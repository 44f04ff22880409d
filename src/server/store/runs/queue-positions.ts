import { RUN_LIMITS } from '../../../core/catalog/runs/run-limits.ts'
import { announcedWakeUp } from '../database/announcement.ts'
import { only, type Query } from '../database/database.ts'

/** Wakes the workers: there may be a run to begin. */
export const ANNOUNCED_QUEUE = announcedWakeUp('queue')

/**
 * Prevents other runs of the organization from being queued or started until the end of the transaction.
 * @returns the number of its waiting runs
 */
export async function lockQueue(query: Query, organizationId: string): Promise<number> {
  await query('select from organizations where id = $1 for no key update', [organizationId])
  // A separate statement: one that waited for a lock counts the state from before the wait.
  const [row] = await query<{ waiting: number }>(
    `select count(*) as waiting from runs where organization_id = $1 and status = 'queued'`,
    [organizationId],
  )
  return row?.waiting ?? 0
}

/** A run's position in the queue. */
export interface QueuePosition {
  readonly turn: number
  /** Whose turn it is: the first owner of the organization, who may have other organizations. */
  readonly account: string
}

/**
 * Gives a queued run its position: the one after its account's last, but not one that has already passed. So accounts
 * start runs in rotation, whatever the number of their organizations and queued runs, and a pause gives no later advantage
 * (start-time fair queueing, Goyal et al. 1996).
 */
export const takeQueuePosition = (query: Query, organizationId: string, runId: string): Promise<QueuePosition> =>
  only(
    query<QueuePosition>(
      `with own as materialized (select account_of($1) as account),
       mine as materialized (select $1::uuid as id union
         select organization_id from memberships, own where user_uid = account and account_of(organization_id) = account),
       last as (select coalesce(max(run_turn), 0) as turn from mine join organizations using (id)),
       taken as (
         update organizations set run_turn = greatest(last.turn + 1, coalesce(
           (select min(turn) from runs where status = 'queued' and id <> $2), (select max(run_turn) from organizations)))
         from last where id = $1 returning run_turn)
       update runs set turn = run_turn, account = own.account from taken, own where runs.id = $2 returning runs.turn, own.account, ${ANNOUNCED_QUEUE}`,
      [organizationId, runId],
    ),
  )

/**
 * Whether the run's account has fewer active runs than allowed; no other of its runs begins until the
 * end of the transaction. The queue has checked already, but several workers that check at once all see the same free slot.
 */
export async function hasRoom(query: Query, runId: string): Promise<boolean> {
  await query(
    `select pg_advisory_xact_lock(hashtextextended('runs of ' || coalesce(account, organization_id::text), 0)) from runs where id = $1`,
    [runId],
  )
  const beside = await query(
    `select from runs beside join runs own on coalesce(own.account, own.organization_id::text) = coalesce(beside.account, beside.organization_id::text)
     where own.id = $1 and beside.id <> own.id and beside.status in ('running', 'committing') and beside.retry_at is null`,
    [runId],
  )
  return beside.length < RUN_LIMITS.active
}
