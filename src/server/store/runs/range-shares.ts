import type { RangeShare } from '../../../engine/move/ranges/range-sharing.ts'
import type { StreamShare } from '../../../engine/move/streams/stream-sharing.ts'
import { announcedWakeUp } from '../database/announcement.ts'
import type { Query } from '../database/database.ts'
import type { FlowSnapshot } from './run-rows.ts'

/** Notifies every worker that shares were added or removed. */
export const WAKES_ASSISTANTS = announcedWakeUp('ranges')

/** Ranges of a table, or streams of the run. */
export type RunShare = RangeShare | { readonly streams: StreamShare }

interface NewShare {
  readonly organizationId: string
  readonly runId: string
  readonly epoch: number
  readonly share: RunShare
}

/** Replaces an earlier share of the run: streams are offered while no table is. @returns its id */
export async function insertShare(query: Query, { organizationId, runId, epoch, share }: NewShare): Promise<string> {
  await query('delete from range_offers where run_id = $1', [runId])
  const [row] = await query<{ id: string }>(
    `with made as (
       insert into range_offers (organization_id, run_id, epoch, offer) values ($1, $2, $3, $4) returning id)
     select id, ${WAKES_ASSISTANTS} from made`,
    [organizationId, runId, epoch, share],
  )
  if (!row) throw new Error('a share without an id')
  return row.id
}

/** Ends a share, and the participation of others; no effect if it has ended. */
export const deleteShare = (query: Query, id: string): Promise<object[]> =>
  query(`with gone as (delete from range_offers where id = $1 returning id) select ${WAKES_ASSISTANTS} from gone`, [id])

/** Shares of an earlier attempt of the run are no longer valid. */
export const deleteSharesOfRun = (query: Query, runId: string): Promise<object[]> =>
  query(`with gone as (delete from range_offers where run_id = $1 returning id) select ${WAKES_ASSISTANTS} from gone`, [
    runId,
  ])

export interface JoinedShare {
  readonly id: string
  readonly organization_id: string
  readonly run_id: string
  readonly flow_id: string
  readonly epoch: number
  readonly share: RunShare
  readonly flow_snapshot: FlowSnapshot
}

interface Joining {
  readonly worker: string
  /** Of the worker; empty: none. */
  readonly workerClass: string
  /** Participants of one share. */
  readonly limit: number
  /** Shares to skip. */
  readonly known: readonly string[]
}

/** Joins the oldest share of a run that asks for the worker's class, with fewer participants than the limit. */
export async function joinShare(
  query: Query,
  { worker, workerClass, limit, known }: Joining,
): Promise<JoinedShare | undefined> {
  // Locked, so that of two workers that join at once the later one counts the earlier.
  const open = await query<JoinedShare>(
    `select range_offers.id, runs.organization_id, run_id, flow_id, runs.epoch, offer as share, flow_snapshot
     from range_offers join runs on runs.id = run_id and runs.epoch = range_offers.epoch
     where runs.status = 'running' and runs.cancel_requested_at is null and runs.retry_at is null and range_offers.id <> all($1)
       and coalesce(flow_snapshot->'config'->>'worker_class', '') = $2
     order by offered_at for update of range_offers`,
    [known, workerClass],
  )
  for (const share of open) {
    const joined = await query(
      `insert into range_helpers (organization_id, offer_id, worker) select $1, $2, $3
       where (select count(*) from range_helpers where offer_id = $2) < $4 on conflict do nothing returning worker`,
      [share.organization_id, share.id, worker, limit],
    )
    if (joined.length === 1) return share
  }
  return undefined
}

/** @returns the shares that have not ended */
export const openShares = async (query: Query, ids: readonly string[]): Promise<readonly string[]> =>
  (await query<{ id: string }>('select id from range_offers where id = any($1)', [ids])).map(({ id }) => id)

/** Writes the heartbeat of a worker. @returns whether the share still exists */
export const heartbeat = async (query: Query, id: string, worker: string): Promise<boolean> =>
  (
    await query('update range_helpers set beat_at = now() where offer_id = $1 and worker = $2 returning worker', [
      id,
      worker,
    ])
  ).length === 1

/** Takes part no more; what the worker has not ended is for others. */
export const leaveShare = (query: Query, id: string, worker: string): Promise<object[]> =>
  query(
    `with left_alone as (delete from stream_claims where offer_id = $1 and worker = $2 and not has_ended)
     delete from range_helpers where offer_id = $1 and worker = $2`,
    [id, worker],
  )

/** Removes workers without a heartbeat for this number of seconds, with the streams that they have not ended. @returns their names */
export const forgetSilent = async (query: Query, id: string, seconds: number): Promise<readonly string[]> =>
  (
    await query<{ worker: string }>(
      `with silent as (
         delete from range_helpers where offer_id = $1 and beat_at < now() - $2 * interval '1 second' returning worker),
       left_alone as (
         delete from stream_claims using silent where offer_id = $1 and stream_claims.worker = silent.worker and not has_ended)
       select worker from silent`,
      [id, seconds],
    )
  ).map(({ worker }) => worker)
