import type { Query } from '../database/database.ts'
import type { FlowSnapshot, RunRow, RunStreamRow } from '../runs/runs.ts'

export interface StreamPosition {
  readonly entity: string
  readonly target: string
  readonly cursor_column: string
  /** Common text; `null` once it was reset, or where no value could tell. */
  readonly bound: string | null
  /** Rows beyond were read too, or may have been: the last run did not succeed, or was taken up when they had arrived. */
  readonly has_read_beyond: boolean
}

/** Only those of the same connections: what was read elsewhere says nothing of what is new here. */
export const listStreamPositions = (
  query: Query,
  flowId: string,
  { sourceConnectionId, destinationConnectionId }: Pick<FlowSnapshot, 'sourceConnectionId' | 'destinationConnectionId'>,
): Promise<StreamPosition[]> =>
  query<StreamPosition>(
    `with last as (
       select id, queued_at, streams from runs where id in (select run_id from stream_positions where flow_id = $1)
         and flow_snapshot->>'sourceConnectionId' = $2 and flow_snapshot->>'destinationConnectionId' = $3),
     complete as (
       select id as run_id, stream->>'entity' as entity, stream->>'target' as target from last, jsonb_array_elements(streams) stream
       where stream->>'status' = 'succeeded' and not stream->'window' ? 'rows_ahead'
         and stream->'receipt'->'check'->>'reason' is distinct from 'interrupted')
     select entity, target, cursor_column, bound, complete is null as has_read_beyond
     from stream_positions join last on last.id = run_id left join complete using (run_id, entity, target)
     where flow_id = $1 order by queued_at desc, entity, target`,
    [flowId, sourceConnectionId, destinationConnectionId],
  )

/** @returns whether there was a position to forget; it is kept without a bound, so that the next run can say that it starts anew */
export const resetStreamPositions = async (query: Query, flowId: string, entity: string): Promise<boolean> =>
  (
    await query(
      'update stream_positions set bound = null where flow_id = $1 and entity = $2 and bound is not null returning entity',
      [flowId, entity],
    )
  ).length > 0

/** Keeps where the next run of each incremental stream goes on; belongs into the transaction that ends the run. */
export async function saveStreamPositions(
  query: Query,
  { id, organization_id, flow_id }: Pick<RunRow, 'id' | 'organization_id' | 'flow_id'>,
  streams: readonly RunStreamRow[],
): Promise<void> {
  const read = (wanted: boolean) =>
    streams.flatMap(({ entity, target, status, window }) =>
      window && (status === 'succeeded') === wanted
        ? [{ entity, target, cursor: window.cursor, bound: wanted ? window.until : null }]
        : [],
    )
  const save = (positions: readonly object[], bound: string) =>
    positions.length > 0 &&
    query(
      `insert into stream_positions as known (organization_id, flow_id, run_id, entity, target, cursor_column, bound)
       select $1, $2, $3, entity, target, cursor, bound from jsonb_to_recordset($4) read (entity text, target text, cursor text, bound text)
       on conflict (flow_id, entity, target) do update set cursor_column = excluded.cursor_column, run_id = excluded.run_id, bound = ${bound}`,
      [organization_id, flow_id, id, JSON.stringify(positions)],
    )
  await save(read(true), 'excluded.bound')
  // Rows of a run that failed may have arrived, and will be looked for by the next one, which reads them again.
  await save(read(false), KNOWN_BOUND)
}

const ENDS = `flow_snapshot->>'sourceConnectionId', flow_snapshot->>'destinationConnectionId'`

/** As long as it is of the same column and the same connections. */
const KNOWN_BOUND = `case when known.cursor_column = excluded.cursor_column
  and (select count(distinct (${ENDS})) = 1 from runs where id in (known.run_id, excluded.run_id)) then known.bound end`
