import type { Query } from '../database/database.ts'
import type { RunErrorRow, RunRow } from '../runs/run-rows.ts'
import { type Stored, withWork } from '../runs/stored-work.ts'

/** More than any installation starts between a backup and its restore. */
const EPOCHS_AHEAD = 1_000_000_000

/**
 * Later attempts get higher epochs than all that another copy of this store has given or will soon give: the milliseconds since 1970, so
 * that of two restores the later one wins. Destinations then refuse what the other copy still commits.
 */
export const jumpEpochs = (query: Query): Promise<object[]> =>
  query(
    `select setval('run_epoch', greatest(last_value + ${EPOCHS_AHEAD}, (extract(epoch from clock_timestamp()) * 1000)::bigint)) from run_epoch`,
  )

/** Marks every organization as restored from a backup of that time, and pauses its schedules; versions that would start them are refused. */
export async function markRestored(query: Query, at: string): Promise<void> {
  await query('update organizations set restored_at = $1, schedules_paused = true', [at])
  await query(`update migrations set works_with = null where name = '0035-restored.sql'`)
}

export type EndedByRestore = Pick<RunRow, 'id' | 'flow_id' | 'work'>

/**
 * Ends the runs that had not ended: they have no job in this database, and their original may go on. Tables that had arrived stay arrived.
 * @returns these runs
 */
export const endActiveRuns = (
  query: Query,
  errors: { readonly queued: RunErrorRow; readonly begun: RunErrorRow },
): Promise<EndedByRestore[]> =>
  withWork(
    query<Stored<EndedByRestore>>(
      `with ended as (
       update runs set finished_at = now(), retry_at = null,
         status = case when status = 'queued' then 'cancelled' when (totals->>'succeeded')::int > 0 then 'partially_succeeded' else 'failed' end,
         error = case when status = 'queued' then $1::jsonb else $2::jsonb end,
         totals = totals || jsonb_build_object('failed', (totals->>'streams')::int - (totals->>'succeeded')::int)
       where finished_at is null returning id, flow_id, flow_snapshot),
     streams as (
       update run_streams set stream = stream || '{"status":"cancelled"}' from ended
       where run_id = ended.id and stream->>'status' not in ('succeeded', 'failed', 'cancelled'))
     select id, flow_id, flow_snapshot from ended`,
      [errors.queued, errors.begun],
    ),
  )

/** Nothing goes out a second time: the original has sent these messages, or may do so. */
export async function endDeliveries(query: Query): Promise<void> {
  await query(`update outbox set status = 'unknown', settled_at = now() where status = 'sending'`)
  await query(
    `update alert_deliveries set state = 'given-up', next_try_at = null, answer = $1 where state = 'waiting'`,
    ['Not sent: this organization was restored from a backup.'],
  )
  await query('delete from google_consents')
}

/** Offers belong to an attempt that is over. */
export const endOffers = (query: Query): Promise<object[]> => query('delete from range_offers')

/** @param table a name from the catalog */
export async function countRows(query: Query, table: string): Promise<number> {
  const [row] = await query(`select count(*)::text as rows from "${table}"`)
  return Number(row?.['rows'])
}
