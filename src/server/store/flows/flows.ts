import type { Query } from '../database/database.ts'
import { ANNOUNCED_SCHEDULES } from '../runs/wake-schedulers.ts'
import { type FlowColumns, flowOf, SELECT_FLOWS } from './flow-columns.ts'
import type { FlowConfig } from './flow-config.ts'
import { freshUntil } from './flow-health.ts'
import type { FlowRow } from './flow-row.ts'

/** Passes each flow of an organization on, by name. */
export async function eachFlow(query: Query, organizationId: string, take: (flow: FlowRow) => void): Promise<void> {
  await query<FlowColumns>(
    `${SELECT_FLOWS} where flows.organization_id = $1 order by lower(flows.name), flows.id`,
    [organizationId],
    (columns) => take(flowOf(columns)),
  )
}

export async function listFlows(query: Query, organizationId: string): Promise<FlowRow[]> {
  const flows: FlowRow[] = []
  await eachFlow(query, organizationId, (flow) => flows.push(flow))
  return flows
}

export async function findFlow(query: Query, organizationId: string, id: string): Promise<FlowRow | undefined> {
  const [flow] = await query<FlowColumns>(`${SELECT_FLOWS} where flows.organization_id = $1 and flows.id = $2`, [
    organizationId,
    id,
  ])
  return flow && flowOf(flow)
}

export interface FlowValues {
  readonly name: string
  readonly enabled: boolean
  readonly sourceConnectionId: string
  readonly destinationConnectionId: string
  readonly config: FlowConfig
  readonly freshnessMinutes: number | null
  readonly codeFile: string | null
  /** A person of the organization; null: nobody. */
  readonly ownerUid: string | null
  readonly tags: readonly string[]
}

export async function insertFlow(query: Query, organizationId: string, flow: FlowValues): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into flows (organization_id, name, enabled, source_connection_id, destination_connection_id, config,
       freshness_minutes, fresh_until, code_file, owner_uid, tags)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(mins => $7), $8, $9, $10) returning id, ${ANNOUNCED_SCHEDULES}`,
    [
      organizationId,
      flow.name,
      flow.enabled,
      flow.sourceConnectionId,
      flow.destinationConnectionId,
      flow.config,
      flow.freshnessMinutes,
      flow.codeFile,
      flow.ownerUid,
      flow.tags,
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
       freshness_minutes = $9, code_file = $10, owner_uid = $11, tags = $12,
       fresh_until = case when freshness_minutes is not distinct from $9 then fresh_until else ${freshUntil('$9')} end,
       late_since = case when enabled and $4 and freshness_minutes is not distinct from $9 then late_since end
     where organization_id = $1 and id = $2 and ($8::integer is null or version = $8) returning id, ${ANNOUNCED_SCHEDULES}`,
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
      flow.ownerUid,
      flow.tags,
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
     where organization_id = $1 and id = $2 returning ${ANNOUNCED_SCHEDULES}`,
    [organizationId, id],
  )
