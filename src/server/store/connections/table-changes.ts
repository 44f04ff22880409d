import type { Query } from '../database/database.ts'
import type { ColumnChangeRow, RunRow } from '../runs/run-rows.ts'
import type { StreamChange } from '../runs/run-streams.ts'

/** Notes for both connections of a run which columns it found changed; part of the transaction that stores its streams. */
export async function saveTableChanges(
  query: Query,
  { id }: Pick<RunRow, 'id'>,
  streams: readonly StreamChange[],
): Promise<void> {
  const found = streams.flatMap(({ stream: { entity, target, column_changes: all = [] } }) =>
    (['source', 'destination'] as const).flatMap((side) => {
      const columns = all.filter((change) => change.side === side)
      return columns.length > 0 ? [{ side, entity, target, columns }] : []
    }),
  )
  if (found.length === 0) return
  await query(
    `insert into table_changes (organization_id, run_id, connection_id, side, at, entity, target, columns)
     select organization_id, id, (flow_snapshot->>(side || 'ConnectionId'))::uuid, side, now(), entity, target, columns
     from runs, jsonb_to_recordset($2) found (side text, entity text, target text, columns jsonb)
     where id = $1 and flow_snapshot ? (side || 'ConnectionId')
     on conflict (run_id, side, entity, target) do update set columns = excluded.columns, at = excluded.at`,
    [id, JSON.stringify(found)],
  )
}

export interface TableChangeRow {
  readonly at: Date
  readonly run_id: string
  readonly flow_id: string
  readonly flow_name: string
  readonly entity: string
  readonly target: string
  readonly columns: readonly ColumnChangeRow[]
}

/** What runs found changed in the tables of a connection, the newest first. */
export const listTableChanges = (query: Query, connectionId: string, limit: number): Promise<TableChangeRow[]> =>
  query<TableChangeRow>(
    `select at, run_id, flow_id, flows.name as flow_name, entity, target, columns
     from (select * from table_changes where connection_id = $1 order by at desc limit $2) newest
     join runs on runs.id = run_id join flows on flows.id = flow_id order by at desc, entity, target`,
    [connectionId, limit],
  )

export interface ArrivedTableRow {
  readonly flow_id: string
  readonly entity: string
  readonly target: string
  /** Null if an older version noted it. */
  readonly rows: number | null
  readonly arrived_at: Date | null
}

/** The tables that flows of a connection have moved, as of the last run of each that brought them. */
export const listArrivedTables = (
  query: Query,
  organizationId: string,
  connectionId: string,
  limit: number,
): Promise<ArrivedTableRow[]> =>
  query<ArrivedTableRow>(
    `select known.flow_id, entity, target, rows, finished_at as arrived_at
     from flows join stream_columns known on known.flow_id = flows.id left join runs on runs.id = run_id
     where flows.organization_id = $1 and $2 in (source_connection_id, destination_connection_id)
     order by entity, target, known.flow_id limit $3`,
    [organizationId, connectionId, limit],
  )
