import type { Query } from '../database/database.ts'

/** What is deleted in one transaction, so that nobody waits for it. */
export interface ExpiryBatch {
  /** Older rows expire. */
  readonly days: number
  /** The most rows that one call deletes. */
  readonly limit: number
}

/** @returns the number of rows that are gone */
type Expire = (query: Query, batch: ExpiryBatch) => Promise<number>

const counted = async (rows: Promise<object[]>): Promise<number> => (await rows).length

/** This many runs of each flow stay whatever their age, so that a flow that runs once a year has a history. */
const KEPT_RUNS = 20

/**
 * Deletes ended runs with all that belongs to them; the run from which an incremental flow continues stays, and all of
 * a flow in the trash. A flow that was deleted permanently has no history to keep.
 */
export const expireRuns: Expire = (query, { days, limit }) =>
  counted(
    query(
      `with old as (
         select old.id from (
           select flows.id, kept.queued_at as before from flows cross join lateral (
             select queued_at from runs where flow_id = flows.id order by queued_at desc offset ${KEPT_RUNS - 1} limit 1) kept
           union all select id, 'infinity' from trash where kind = 'flow' and content is null) owner
         cross join lateral (
           select id from runs where flow_id = owner.id and finished_at is not null
             and queued_at < least(owner.before, now() - $1 * interval '1 day')
             and not exists (select from stream_positions where run_id = runs.id)
           order by queued_at limit $2) old
         limit $2)
       delete from runs using old where runs.id = old.id returning 1 as gone`,
      [days, limit],
    ),
  )

/** Lines are numbered in the order of their times, so the first ones are the oldest. */
export const expireRunLog: Expire = (query, { days, limit }) =>
  counted(
    query(
      `with first as (select id, at from run_log order by id limit $2)
       delete from run_log using first where run_log.id = first.id and first.at < now() - $1 * interval '1 day' returning 1 as gone`,
      [days, limit],
    ),
  )
