import { only, type Query } from '../database/database.ts'

/** Nobody takes a run from the queue before. */
const HELD = `timestamptz '2999-01-01'`

/** What still goes on in an organization. */
export interface BusyWork {
  readonly runs: number
  readonly mirrors: number
  /** Flows of batches. */
  readonly flows: number
}

/** Nobody takes its waiting runs any more. @returns what is still under way */
export async function holdWork(query: Query, organizationId: string): Promise<BusyWork> {
  await query('update organizations set schedules_paused = true where id = $1 and not schedules_paused', [
    organizationId,
  ])
  await query(
    `update run_queue set begins_at = ${HELD} where organization_id = $1 and worker is null and begins_at <> ${HELD}`,
    [organizationId],
  )
  return only(
    query<BusyWork>(
      `select (select count(*)::int from run_queue where organization_id = $1 and begins_at <> ${HELD}) as runs,
         (select count(*)::int from mirrors where organization_id = $1 and lease_until > now()) as mirrors,
         (select count(*)::int from batch_flows where organization_id = $1 and state = 'waiting') as flows`,
      [organizationId],
    ),
  )
}

/** Alerts that wait: nobody looks for them any more, and nobody sends them. */
export const holdAlerts = (query: Query, organizationId: string): Promise<object[]> =>
  query(`update alert_deliveries set next_try_at = null where organization_id = $1 and state = 'waiting'`, [
    organizationId,
  ])

/** Puts the runs that have not ended into the queue, from which nobody takes them yet. */
export const queueHeldRuns = (query: Query, organizationId: string): Promise<object[]> =>
  query(
    `insert into run_queue (run_id, organization_id, account, class, turn, queued_at, begins_at, ticket)
     select id, organization_id, account_of(organization_id), coalesce(flow_snapshot->'config'->>'worker_class', ''),
       case when status = 'queued' then turn else 0 end, queued_at, ${HELD}, ticket
     from runs where organization_id = $1 and status in ('queued', 'running', 'committing') on conflict do nothing`,
    [organizationId],
  )

/** Everything that was held goes on. */
export async function releaseWork(query: Query, organizationId: string): Promise<void> {
  await query(
    `update run_queue set account = account_of(organization_id), begins_at = coalesce((select retry_at from runs where id = run_id), now())
     where organization_id = $1 and begins_at = ${HELD}`,
    [organizationId],
  )
  await query(
    `update alert_deliveries set next_try_at = now() where organization_id = $1 and state = 'waiting' and next_try_at is null`,
    [organizationId],
  )
}

export const listActiveRuns = (query: Query, organizationId: string) =>
  query<{ id: string }>('select run_id as id from run_queue where organization_id = $1 and worker is not null', [
    organizationId,
  ])

/** Transactions of Millrace that have begun before a moment and may still write. */
export const countOlderTransactions = (query: Query, before: string) =>
  only(
    query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and xact_start < $1::timestamptz
         and backend_type = 'client backend' and application_name <> 'millrace store'`,
      [before],
    ),
  )

export const presentMoment = (query: Query) => only(query<{ now: string }>('select clock_timestamp()::text as now'))
