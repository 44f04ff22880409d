import type { FlowConfig } from '../../contract/flows.ts'
import type { ConnectionType } from '../../core/catalog/connection-types.ts'
import type { RunStatus } from '../../core/catalog/run-states.ts'
import type { Query } from './database.ts'
import { TOOK_PLACE } from './runs.ts'
import { NOTIFY_SCHEDULES } from './schedules.ts'

export interface ConnectionSummary {
  readonly id: string
  readonly name: string
  readonly type: ConnectionType
}

export interface FlowRow {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly version: number
  readonly config: FlowConfig
  readonly source: ConnectionSummary
  readonly destination: ConnectionSummary
  readonly created_at: Date
  readonly updated_at: Date
  readonly last_run: LastRun | null
  /** How its last runs ended, the newest last. */
  readonly recent_states: readonly RunStatus[]
}

export interface LastRun {
  readonly id: string
  readonly status: RunStatus
  readonly started_at: string | null
  readonly finished_at: string | null
  readonly rows_written: number
}

/** As many runs as a list shows at a glance. */
const RECENT = 14

const SELECT = `
  select flows.id, flows.name, flows.enabled, flows.version, flows.config, flows.created_at, flows.updated_at,
    json_build_object('id', source.id, 'name', source.name, 'type', source.type) as source,
    json_build_object('id', destination.id, 'name', destination.name, 'type', destination.type) as destination,
    last_run.run as last_run, recent.states as recent_states
  from flows
  join connections source on source.organization_id = flows.organization_id and source.id = source_connection_id
  join connections destination on destination.organization_id = flows.organization_id and destination.id = destination_connection_id
  left join lateral (
    select json_build_object('id', id, 'status', status, 'started_at', started_at, 'finished_at', finished_at, 'rows_written',
      coalesce((select sum((stream->>'rows_written')::bigint) from jsonb_array_elements(streams) stream), 0)) as run
    from runs where flow_id = flows.id and ${TOOK_PLACE} order by queued_at desc limit 1
  ) last_run on true
  left join lateral (
    select coalesce(array_agg(status order by queued_at), '{}') as states from (
      select status, queued_at from runs where flow_id = flows.id and finished_at is not null and ${TOOK_PLACE}
      order by queued_at desc limit ${RECENT}
    ) latest
  ) recent on true`

export const listFlows = (query: Query, organizationId: string): Promise<FlowRow[]> =>
  query<FlowRow>(`${SELECT} where flows.organization_id = $1 order by lower(flows.name), flows.id`, [organizationId])

export async function findFlow(query: Query, organizationId: string, id: string): Promise<FlowRow | undefined> {
  const [row] = await query<FlowRow>(`${SELECT} where flows.organization_id = $1 and flows.id = $2`, [
    organizationId,
    id,
  ])
  return row
}

export interface FlowValues {
  readonly name: string
  readonly enabled: boolean
  readonly sourceConnectionId: string
  readonly destinationConnectionId: string
  readonly config: FlowConfig
}

export async function insertFlow(query: Query, organizationId: string, flow: FlowValues): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into flows (organization_id, name, enabled, source_connection_id, destination_connection_id, config)
     values ($1, $2, $3, $4, $5, $6) returning id, ${NOTIFY_SCHEDULES}`,
    [organizationId, flow.name, flow.enabled, flow.sourceConnectionId, flow.destinationConnectionId, flow.config],
  )
  if (!row) throw new Error('the flow was not created')
  return row.id
}

/**
 * Saves over the version that was read, or over any when none is named. Another schedule, or one that is switched on or
 * off, is planned anew. @returns whether it was still that version
 */
export async function updateFlow(
  query: Query,
  organizationId: string,
  { id, version, ...flow }: FlowValues & { readonly id: string; readonly version: number | undefined },
): Promise<boolean> {
  const rows = await query(
    `update flows set name = $3, enabled = $4, source_connection_id = $5, destination_connection_id = $6, config = $7,
       version = version + 1, updated_at = now(),
       due_at = case when enabled = $4 and config->'schedule' is not distinct from $7::jsonb->'schedule' then due_at end
     where organization_id = $1 and id = $2 and ($8::integer is null or version = $8) returning id, ${NOTIFY_SCHEDULES}`,
    [
      organizationId,
      id,
      flow.name,
      flow.enabled,
      flow.sourceConnectionId,
      flow.destinationConnectionId,
      flow.config,
      version ?? null,
    ],
  )
  return rows.length === 1
}

export const deleteFlow = (query: Query, organizationId: string, id: string): Promise<object[]> =>
  query('delete from flows where organization_id = $1 and id = $2 returning id', [organizationId, id])
