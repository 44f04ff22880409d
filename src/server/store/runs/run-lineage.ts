import type { DatasetName } from '../../../core/catalog/connections/dataset-names.ts'
import type { ColumnSource, RowInfluence } from '../../../engine/transform/columns/column-lineage.ts'
import { first, type Query } from '../database/database.ts'
import { NOT_DRY } from './counted-runs.ts'
import type { FlowSnapshot, RunErrorRow, RunRow, RunTotalsRow } from './run-rows.ts'

/** A table with the columns that a run reads or writes there. */
export interface LineageTable extends DatasetName {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/** From which tables and columns a run makes one of its targets. `table` is the position of a table in `inputs`. */
export interface LineageRow {
  readonly inputs: readonly LineageTable[]
  readonly output: LineageTable
  readonly columns: readonly {
    readonly name: string
    readonly from: readonly (Pick<ColumnSource, 'column' | 'way' | 'isMasked'> & { readonly table: number })[]
  }[]
  readonly rows: readonly (Pick<RowInfluence, 'column' | 'by'> & { readonly table: number })[]
}

/** The same at the end of the run, with what has become of the table. */
export interface EndedLineageRow {
  readonly lineage: LineageRow
  readonly status: string
  readonly rows_read: number
  readonly rows_written: number
  readonly bytes: number
}

/** A run as its lineage is reported. */
export interface LineageRunRow extends Pick<RunRow, 'id' | 'organization_id' | 'flow_id' | 'status' | 'scheduled_for'> {
  readonly organization_name: string
  readonly flow_name: string
  readonly started_at: Date | null
  readonly finished_at: Date | null
  readonly error: RunErrorRow | null
  readonly totals: RunTotalsRow
  readonly started_after: FlowSnapshot['startedAfter'] | null
}

/** Channels that are told the lineage of a flow's runs. */
const subscribed = (organizationId: string, flowId: string) =>
  `exists (select from alert_channels where organization_id = ${organizationId} and 'lineage' = any(events)
     and (flow_ids is null or ${flowId} = any(flow_ids)))`

/** Whether somebody is told the lineage of a flow's runs. */
export async function isLineageWanted(query: Query, organizationId: string, flowId: string): Promise<boolean> {
  const [row] = await query<{ wanted: boolean }>(`select ${subscribed('$1::uuid', '$2::uuid')} as wanted`, [
    organizationId,
    flowId,
  ])
  return row?.wanted ?? false
}

/** Nothing for a dry run, for one that never began, and where nobody is told. */
export const findLineageRun = (query: Query, runId: string) =>
  first(
    query<LineageRunRow>(
      `select runs.id, runs.organization_id, organizations.name as organization_name, flow_id, flows.name as flow_name, status,
         scheduled_for, started_at, finished_at, error, totals, flow_snapshot->'startedAfter' as started_after
       from runs join organizations on organizations.id = runs.organization_id join flows on flows.id = flow_id
       where runs.id = $1 and ${NOT_DRY} and started_at is not null and ${subscribed('runs.organization_id', 'flow_id')}`,
      [runId],
    ),
  )

/** Keeps the lineage of a table, if this attempt is still the one that works on the run. */
export const saveRunLineage = (
  query: Query,
  { runId, epoch }: { readonly runId: string; readonly epoch: number },
  entity: string,
  lineage: LineageRow,
): Promise<object[]> =>
  query(
    `insert into run_lineage (organization_id, run_id, entity, lineage)
     select organization_id, id, $3, $4 from runs where id = $1 and epoch = $2 and finished_at is null
     on conflict (run_id, entity) do update set lineage = excluded.lineage`,
    [runId, epoch, entity, lineage],
  )

/** In the order of the plan. @param after the position of the last table of the previous part */
export const listEndedLineage = (query: Query, runId: string, after: number, limit: number) =>
  query<EndedLineageRow & { readonly ordinal: number }>(
    `select ordinal, lineage, stream->>'status' as status, (stream->>'rows_read')::bigint as rows_read,
       (stream->>'rows_written')::bigint as rows_written, (stream->>'bytes')::bigint as bytes
     from run_lineage join run_streams on run_streams.run_id = run_lineage.run_id and stream->>'entity' = entity
     where run_lineage.run_id = $1 and ordinal > $2 order by ordinal limit $3`,
    [runId, after, limit],
  )

/** What has been reported is not needed any more. */
export const deleteRunLineage = (query: Query, runId: string): Promise<object[]> =>
  query('delete from run_lineage where run_id = $1', [runId])
