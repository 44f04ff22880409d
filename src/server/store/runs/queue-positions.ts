import { only, type Query } from '../database/database.ts'
import { ANNOUNCED_QUEUE } from './run-queue.ts'

interface WaitingRuns {
  readonly waiting: number
  readonly limit: number
}

/**
 * Prevents other runs of the organization from being queued until the end of the transaction.
 * @returns the number of its waiting runs, and how many it may have
 */
export async function lockQueue(query: Query, organizationId: string): Promise<WaitingRuns> {
  await query('select from organizations where id = $1 for no key update', [organizationId])
  // A separate statement: one that waited for a lock counts the state from before the wait.
  return only(
    query<WaitingRuns>(
      `select count(*) as waiting, waiting_limit_of($1) as limit from runs where organization_id = $1 and status = 'queued'`,
      [organizationId],
    ),
  )
}

/**
 * Puts a run into the queue, in the transaction that has made it, so that there is never one without the other. Its position is the one after its
 * account's last, but not one that has already passed. So accounts start runs in rotation, whatever the number of their organizations and
 * queued runs, and a pause gives no later advantage (start-time fair queueing, Goyal et al. 1996). Whose turn it is: the first owner of the
 * organization, who may have other organizations. @param workerClass whose workers take it; empty: those without one
 */
export const enqueueRun = (
  query: Query,
  organizationId: string,
  runId: string,
  workerClass: string,
): Promise<object[]> =>
  query(
    `with own as materialized (select account_of($1) as account),
     mine as materialized (select $1::uuid as id union
       select organization_id from memberships, own where user_uid = account and account_of(organization_id) = account),
     last as (select coalesce(max(run_turn), 0) as turn from mine join organizations using (id)),
     taken as (
       update organizations set run_turn = greatest(last.turn + 1, coalesce(
         (select min(turn) from run_queue where worker is null and turn > 0), (select max(run_turn) from organizations)))
       from last where id = $1 returning run_turn),
     placed as (
       update runs set turn = run_turn, account = own.account from taken, own where runs.id = $2
       returning runs.id, organization_id, runs.turn, runs.account, queued_at)
     insert into run_queue (run_id, organization_id, account, class, turn, queued_at)
     select id, organization_id, account, $3, turn, queued_at from placed returning ${ANNOUNCED_QUEUE}`,
    [organizationId, runId, workerClass],
  )
