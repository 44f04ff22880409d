import type { ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import type { RunStatus } from '../../../core/catalog/runs/run-states.ts'
import { first, type Query } from '../database/database.ts'
import { IS_COUNTED } from '../runs/counted-runs.ts'
import { NOTIFY_SCHEDULES } from '../runs/wake-schedulers.ts'
import type { FlowConfig } from './flow-config.ts'
import { freshUntil } from './flow-health.ts'

export interface ConnectionSummary {
  readonly id: string
  readonly name: string
  readonly type: ConnectionType
  /** A stand-in on this machine plays the system. */
  readonly is_stand_in?: true
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
  /** The results of its last runs, the newest last. */
  readonly recent_states: readonly RunStatus[]
  /** Its freshness in minutes; absent: none. */
  readonly freshness_minutes: number | null
  readonly fresh_until: Date | null
  readonly late_since: Date | null
  /** The file that owns it; null: none. */
  readonly code_file: string | null
}

export interface LastRun {
  readonly id: string
  readonly status: RunStatus
  readonly started_at: string | null
  readonly finished_at: string | null
  readonly rows_written: number
}

/** The number of runs that a list shows. */
const RECENT = 14

/** A connection of a system itself has no mark. */
const summaryOf = (table: 'source' | 'destination') =>
  `json_strip_nulls(json_build_object('id', ${table}.id, 'name', ${table}.name, 'type', ${table}.type, 'is_stand_in', nullif(exists (
      select from integrations where organization_id = flows.organization_id and id = ${table}.integration_id and is_stand_in), false)))`

const SELECT = `
  select flows.id, flows.name, flows.enabled, flows.version, flows.config, flows.created_at, flows.updated_at,
    flows.freshness_minutes, flows.fresh_until, flows.late_since, flows.code_file,
    ${summaryOf('source')} as source,
    ${summaryOf('destination')} as destination,
    lately.last_run, lately.recent_states
  from flows
  join connections source on source.organization_id = flows.organization_id and source.id = source_connection_id
  join connections destination on destination.organization_id = flows.organization_id and destination.id = destination_connection_id
  left join lateral (
    select (array_agg(run) filter (where run is not null))[1] as last_run,
      coalesce(array_agg(status order by queued_at) filter (where finished_at is not null), '{}') as recent_states
    from (
      select status, queued_at, finished_at, case when row_number() over (order by queued_at desc) = 1 then
        json_build_object('id', id, 'status', status, 'started_at', started_at, 'finished_at', finished_at, 'rows_written', rows_written)
      end as run
      from runs where flow_id = flows.id and ${IS_COUNTED} order by queued_at desc limit ${RECENT}
    ) latest
  ) lately on true`

export const listFlows = (query: Query, organizationId: string): Promise<FlowRow[]> =>
  query<FlowRow>(`${SELECT} where flows.organization_id = $1 order by lower(flows.name), flows.id`, [organizationId])

export const findFlow = (query: Query, organizationId: string, id: string) =>
  first(query<FlowRow>(`${SELECT} where flows.organization_id = $1 and flows.id = $2`, [organizationId, id]))

export interface FlowValues {
  readonly name: string
  readonly enabled: boolean
  readonly sourceConnectionId: string
  readonly destinationConnectionId: string
  readonly config: FlowConfig
  readonly freshnessMinutes: number | null
  readonly codeFile: string | null
}

export async function insertFlow(query: Query, organizationId: string, flow: FlowValues): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into flows (organization_id, name, enabled, source_connection_id, destination_connection_id, config,
       freshness_minutes, fresh_until, code_file)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(mins => $7), $8) returning id, ${NOTIFY_SCHEDULES}`,
    [
      organizationId,
      flow.name,
      flow.enabled,
      flow.sourceConnectionId,
      flow.destinationConnectionId,
      flow.config,
      flow.freshnessMinutes,
      flow.codeFile,
    ],
  )
  if (!row) throw new Error('the flow was not created')
  return row.id
}

/**
 * Saves over the version that was read, or over any version if none is given. For a changed schedule or switch
 * the next due time is computed again, and also the time when the flow becomes late. @returns whether the version was still current
 */
export async function updateFlow(
  query: Query,
  organizationId: string,
  { id, version, ...flow }: FlowValues & { readonly id: string; readonly version: number | undefined },
): Promise<boolean> {
  const rows = await query(
    `update flows set name = $3, enabled = $4, source_connection_id = $5, destination_connection_id = $6, config = $7,
       version = version + 1, updated_at = now(),
       due_at = case when enabled = $4 and config->'schedule' is not distinct from $7::jsonb->'schedule' then due_at end,
       freshness_minutes = $9, code_file = $10,
       fresh_until = case when freshness_minutes is not distinct from $9 then fresh_until else ${freshUntil('$9')} end,
       late_since = case when enabled and $4 and freshness_minutes is not distinct from $9 then late_since end
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
      flow.freshnessMinutes,
      flow.codeFile,
    ],
  )
  return rows.length === 1
}

/** @returns how many of these flows are the organization's */
export async function countFlows(query: Query, organizationId: string, ids: readonly string[]): Promise<number> {
  const [row] = await query<{ flows: number }>(
    'select count(*)::int as flows from flows where organization_id = $1 and id = any($2)',
    [organizationId, ids],
  )
  return row?.flows ?? 0
}

/** After a restore: neither what was due meanwhile nor the age of its last success starts or reports anything at once. */
export const rescheduleFlow = (query: Query, organizationId: string, id: string): Promise<object[]> =>
  query(
    `update flows set due_at = null, late_since = null, fresh_until = now() + make_interval(mins => freshness_minutes)
     where organization_id = $1 and id = $2 returning ${NOTIFY_SCHEDULES}`,
    [organizationId, id],
  )
