import { defined } from '../../../core/catalog/defined.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { Query } from '../database/database.ts'
import type { RunStreamRow } from './run-rows.ts'

/** A stream in its current state, and its position in the run's plan, from 0. */
export interface StreamChange {
  readonly ordinal: number
  readonly stream: RunStreamRow
}

/** All streams of the run in the table `runs` of the statement, in the order of the plan. */
export const STREAMS = `coalesce((select jsonb_agg(stream order by ordinal) from run_streams where run_id = runs.id), '[]')`

/** Writes the streams of `changes`, a parameter, for the runs of the query `changed`. */
export const storeStreams = (changes: string): string => `
  insert into run_streams (organization_id, run_id, ordinal, stream)
  select organization_id, id, ordinal, stream from changed, jsonb_to_recordset(${changes}) as news (ordinal integer, stream jsonb)
  on conflict (run_id, ordinal) do update set stream = excluded.stream, changed_in = excluded.changed_in`

/** The next attempt plans again. The run's row is locked, so that the previous attempt cannot add streams meanwhile. */
export const deleteStreams = (query: Query, runId: string): Promise<object[]> =>
  query('delete from run_streams where run_id = $1', [runId])

/** In the order of the plan. @param since a snapshot: changes that were committed in it are left out */
export const listStreams = async (query: Query, runId: string, since?: string): Promise<RunStreamRow[]> => {
  const rows = await query<{ stream: RunStreamRow }>(
    `select stream from run_streams where run_id = $1
       and ($2::pg_snapshot is null or not pg_visible_in_snapshot(changed_in, $2::pg_snapshot)) order by ordinal`,
    [runId, since ?? null],
  )
  return rows.map(({ stream }) => stream)
}

/** Streams that failed, in the order of the plan. */
export async function listFailures(query: Query, runId: string, limit: number) {
  const rows = await query<{ entity: string; code: string; message: string; sentence: Sentence | null }>(
    `select stream->>'entity' as entity, stream->'error'->>'code' as code, stream->'error'->>'message' as message,
       stream->'error'->'sentence' as sentence
     from run_streams where run_id = $1 and stream->>'status' = 'failed' order by ordinal limit $2`,
    [runId, limit],
  )
  return rows.map(({ sentence, ...failure }) => ({ ...failure, ...defined({ sentence: sentence ?? undefined }) }))
}

/** What streams that succeeded have moved, in the order of the plan. */
export const listReceipts = (query: Query, runId: string, limit: number) =>
  query<{
    entity: string
    target: string
    rows_read: number
    rows_written: number
    rows_filtered: number
    rows_rejected: number
    check: string | null
    hash: string | null
  }>(
    `select stream->>'entity' as entity, stream->>'target' as target, (stream->>'rows_read')::bigint as rows_read,
       (stream->>'rows_written')::bigint as rows_written, (stream->>'rows_filtered')::bigint as rows_filtered,
       (stream->>'rows_rejected')::bigint as rows_rejected, stream#>>'{receipt,check,state}' as "check", stream#>>'{receipt,hash}' as hash
     from run_streams where run_id = $1 and stream->>'status' = 'succeeded' order by ordinal limit $2`,
    [runId, limit],
  )
