import type { RunStatus, RunTrigger } from '../../../core/catalog/runs/run-states.ts'
import { first, type Query } from '../database/database.ts'
import { IS_COUNTED } from '../runs/counted-runs.ts'
import type { ColumnChangeRow } from '../runs/run-rows.ts'
import { COUNTS } from './flow-health.ts'

/** A run as a mark in the pictures of its flow. */
export interface DrawnRunRow {
  readonly id: string
  readonly status: RunStatus
  readonly trigger: RunTrigger
  readonly queued_at: Date
  readonly started_at: Date | null
  readonly finished_at: Date | null
  readonly rows_written: number
  readonly rows_rejected: number
  /** Its success made the flow fresh, unlike that of a replay or a backfill. */
  readonly made_fresh: boolean
}

/** The last runs that took place, the newest first. */
export const listDrawnRuns = (query: Query, flowId: string, limit: number): Promise<DrawnRunRow[]> =>
  query<DrawnRunRow>(
    `select id, status, trigger, queued_at, started_at, finished_at, rows_written,
       coalesce((totals->>'rows_rejected')::bigint, 0) as rows_rejected, status = 'succeeded' and ${COUNTS} as made_fresh
     from runs where flow_id = $1 and ${IS_COUNTED} order by queued_at desc limit $2`,
    [flowId, limit],
  )

/** The end of the last success, or of the last one before an instant; nothing if there is none. */
export async function findLastSuccess(query: Query, flowId: string, before: Date | null): Promise<Date | undefined> {
  const success = await first(
    query<{ finished_at: Date | null }>(
      `select finished_at from runs where flow_id = $1 and ($2::timestamptz is null or queued_at < $2) and status = 'succeeded' and ${COUNTS}
       order by queued_at desc limit 1`,
      [flowId, before],
    ),
  )
  return success?.finished_at ?? undefined
}

/** A table in those runs; a place is that of the run in the list, from 1. */
export interface MovedTableRow {
  readonly entity: string
  readonly target: string
  /** The runs in which it arrived, and the rows of each. */
  readonly places: readonly number[]
  readonly rows: readonly number[]
  /** By run: how its columns differed from those of its last success. */
  readonly changes: readonly { readonly place: number; readonly columns: readonly ColumnChangeRow[] }[]
}

/** What runs did with each of their tables. One pass over what is needed of them, as each may have hundreds of tables. */
export const listMovedTables = (query: Query, runIds: readonly string[]): Promise<MovedTableRow[]> =>
  query<MovedTableRow>(
    `with moved as materialized (
       select place::integer, (stream->>'entity') collate "C" as entity, (stream->>'target') collate "C" as target,
         case when stream->>'status' = 'succeeded' then (stream->>'rows_written')::float end as rows,
         case when jsonb_array_length(stream->'column_changes') > 0 then stream->'column_changes' end as columns
       from unnest($1::uuid[]) with ordinality drawn (id, place) join run_streams on run_id = drawn.id)
     select entity, target, coalesce(array_agg(place order by place) filter (where rows is not null), '{}') as places,
       coalesce(array_agg(rows order by place) filter (where rows is not null), '{}') as rows,
       coalesce(json_agg(json_build_object('place', place, 'columns', columns)) filter (where columns is not null), '[]') as changes
     from moved group by entity, target order by entity, target`,
    [runIds],
  )
