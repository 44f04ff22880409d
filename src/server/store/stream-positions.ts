import type { Query } from './database.ts'
import type { FlowSnapshot, RunRow, RunStreamRow } from './runs.ts'

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
    `select entity, target, cursor_column, bound, not exists (select from jsonb_array_elements(streams) stream
       where stream->>'entity' = entity and stream->>'target' = target and stream->>'status' = 'succeeded'
         and not stream->'window' ? 'rows_ahead' and stream->'receipt'->'check'->>'reason' is distinct from 'interrupted') as has_read_beyond
     from stream_positions join runs on runs.id = run_id where stream_positions.flow_id = $1
       and flow_snapshot->>'sourceConnectionId' = $2 and flow_snapshot->>'destinationConnectionId' = $3 order by runs.queued_at desc, entity, target`,
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
  for (const { entity, target, status, window } of streams) {
    if (!window) continue
    const { cursor, until = null } = window
    // Rows of a run that failed may have arrived, and will be looked for by the next one, which reads them again.
    await query(
      `insert into stream_positions as known (organization_id, flow_id, entity, target, cursor_column, bound, run_id)
       values ($1, $2, $3, $4, $5, case when $8 then $6 end, $7) on conflict (flow_id, entity, target)
       do update set cursor_column = excluded.cursor_column, run_id = excluded.run_id, bound = case
         when $8 then excluded.bound
         when known.cursor_column = excluded.cursor_column and (select count(distinct (${ENDS})) = 1 from runs where id in (known.run_id, excluded.run_id)) then known.bound end`,
      [organization_id, flow_id, entity, target, cursor, until, id, status === 'succeeded'],
    )
  }
}

const ENDS = `flow_snapshot->>'sourceConnectionId', flow_snapshot->>'destinationConnectionId'`
