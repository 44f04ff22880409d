import type { KnownColumn } from '../../../engine/move/plan/resolve-drift.ts'
import type { Query } from '../database/database.ts'
import type { FlowSnapshot, RunRow } from '../runs/run-rows.ts'

export interface StreamColumns {
  readonly entity: string
  readonly target: string
  readonly columns: readonly KnownColumn[]
  /** The columns of the target after that run; null if an older version wrote the row, or if the target has none. */
  readonly target_columns: readonly { readonly name: string; readonly type: string }[] | null
  /** The number of rows that the last run wrote; null if an older version wrote them. */
  readonly rows: number | null
}

/** Newest first. Only columns from runs between the same connections: another system has other columns. */
export const listStreamColumns = (
  query: Query,
  flowId: string,
  { sourceConnectionId, destinationConnectionId }: Pick<FlowSnapshot, 'sourceConnectionId' | 'destinationConnectionId'>,
): Promise<StreamColumns[]> =>
  query<StreamColumns>(
    `select entity, target, columns, target_columns, rows from stream_columns join runs on runs.id = run_id where stream_columns.flow_id = $1
       and flow_snapshot->>'sourceConnectionId' = $2 and flow_snapshot->>'destinationConnectionId' = $3
     order by queued_at desc, entity, target`,
    [flowId, sourceConnectionId, destinationConnectionId],
  )

/** For streams that have succeeded; part of the transaction that records that. */
export async function saveStreamColumns(
  query: Query,
  { id, organization_id, flow_id }: Pick<RunRow, 'id' | 'organization_id' | 'flow_id'>,
  known: readonly StreamColumns[],
): Promise<void> {
  if (known.length === 0) return
  await query(
    `insert into stream_columns (organization_id, flow_id, run_id, entity, target, columns, target_columns, rows)
     select $1, $2, $3, entity, target, columns, target_columns, rows
     from jsonb_to_recordset($4) known (entity text, target text, columns jsonb, target_columns jsonb, rows bigint)
     on conflict (flow_id, entity, target) do update set columns = excluded.columns, target_columns = excluded.target_columns, run_id = excluded.run_id, rows = excluded.rows`,
    [organization_id, flow_id, id, JSON.stringify(known)],
  )
}
