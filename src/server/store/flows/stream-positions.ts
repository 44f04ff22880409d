import type { Query } from '../database/database.ts'
import type { FlowSnapshot, RunRow } from '../runs/run-rows.ts'

export interface StreamPosition {
  readonly entity: string
  readonly target: string
  readonly cursor_column: string
  /** Common text; `null` after a reset, or if no value could be a mark. */
  readonly bound: string | null
  /**
   * Later rows were read too, or may have been: the last run did not succeed, or was resumed after they had arrived, or the store it ended in has
   * gone on since the backup from which this one was restored.
   */
  readonly has_read_beyond: boolean
}

/** Only positions of the same connections: reads elsewhere do not show which rows are new here. */
export const listStreamPositions = (
  query: Query,
  flowId: string,
  { sourceConnectionId, destinationConnectionId }: Pick<FlowSnapshot, 'sourceConnectionId' | 'destinationConnectionId'>,
): Promise<StreamPosition[]> =>
  query<StreamPosition>(
    `with last as (
       select id, queued_at from runs where id in (select run_id from stream_positions where flow_id = $1)
         and flow_snapshot->>'sourceConnectionId' = $2 and flow_snapshot->>'destinationConnectionId' = $3),
     complete as (
       select run_id, stream->>'entity' as entity, stream->>'target' as target from last join run_streams on run_id = id
       where stream->>'status' = 'succeeded' and not stream->'window' ? 'rows_ahead'
         and stream->'receipt'->'check'->>'reason' is distinct from 'interrupted'
         and not exists (select from organizations where organizations.id = organization_id and restored_at >= queued_at))
     select entity, target, cursor_column, bound, complete is null as has_read_beyond
     from stream_positions join last on last.id = run_id left join complete using (run_id, entity, target)
     where flow_id = $1 order by queued_at desc, entity, target`,
    [flowId, sourceConnectionId, destinationConnectionId],
  )

/** @returns whether there was a position to reset; it is kept without a bound, so that the next run can report that it starts again */
export const resetStreamPositions = async (query: Query, flowId: string, entity: string): Promise<boolean> =>
  (
    await query(
      'update stream_positions set bound = null where flow_id = $1 and entity = $2 and bound is not null returning entity',
      [flowId, entity],
    )
  ).length > 0

/** Stores where the next run of each incremental stream continues; part of the transaction that ends the run. */
export async function saveStreamPositions(
  query: Query,
  { id, flow_id }: Pick<RunRow, 'id' | 'flow_id'>,
): Promise<void> {
  const save = (isWanted: string, until: string, bound: string) =>
    query(
      `insert into stream_positions as known (organization_id, flow_id, run_id, entity, target, cursor_column, bound)
       select organization_id, $1, run_id, stream->>'entity', stream->>'target', stream->'window'->>'cursor', ${until}
       from run_streams where run_id = $2 and stream ? 'window' and ${isWanted}
       on conflict (flow_id, entity, target) do update set cursor_column = excluded.cursor_column, run_id = excluded.run_id, bound = ${bound}`,
      [flow_id, id],
    )
  await save(`stream->>'status' = 'succeeded'`, `stream->'window'->>'until'`, 'excluded.bound')
  // Rows of a failed run may have arrived; the next run reads them again and searches for them.
  await save(`stream->>'status' <> 'succeeded'`, 'null', KNOWN_BOUND)
}

const ENDS = `flow_snapshot->>'sourceConnectionId', flow_snapshot->>'destinationConnectionId'`

/** Only if it has the same column and the same connections. */
const KNOWN_BOUND = `case when known.cursor_column = excluded.cursor_column
  and (select count(distinct (${ENDS})) = 1 from runs where id in (known.run_id, excluded.run_id)) then known.bound end`
