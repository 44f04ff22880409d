import type { OrderedFlow } from '../../../core/catalog/schedules/flow-order.ts'
import { first, type Query } from '../database/database.ts'
import type { PrecedingRun } from '../runs/run-rows.ts'
import { ANNOUNCED_SCHEDULES } from '../runs/wake-schedulers.ts'
import { COUNTS } from './flow-health.ts'
import { HAS_ROOM, IS_ACTIVE, IS_PAUSED } from './schedules.ts'

const HAS_AFTER = `jsonb_typeof(flows.config->'after') = 'object'`

/**
 * Notes the end of a run for each flow that starts after its flow, within the transaction that ends the run: so a failing process neither
 * loses a start nor doubles one. Not for dry runs, replays, and runs that were cancelled or skipped; nor for flows that are switched off.
 */
export const recordAwaitedRun = (query: Query, runId: string): Promise<object[]> =>
  query(
    `with ended as (select organization_id, flow_id, id, status from runs where id = $1 and ${COUNTS}),
     waiting as (
       select flows.organization_id, flows.id as flow_id, ended.flow_id as after_flow_id, ended.id as run_id
       from ended join flows own on own.id = ended.flow_id
       join flows on flows.organization_id = ended.organization_id and flows.enabled and ${HAS_AFTER}
         and flows.config->'after'->'flows' @> jsonb_build_array(jsonb_build_object('id', ended.flow_id))
         and (ended.status = 'succeeded' or flows.config->'after'->>'when' = 'any_ended')
       order by flows.id for key share of flows, own)
     insert into awaited_runs (organization_id, flow_id, after_flow_id, run_id) select * from waiting
     on conflict (flow_id, after_flow_id) do update set run_id = excluded.run_id returning ${ANNOUNCED_SCHEDULES}`,
    [runId],
  )

/** All of the named flows have ended, or one if that is enough; and nothing keeps the flow from starting. */
const MAY_START = `enabled and ${HAS_AFTER} and not ${IS_PAUSED} and ${HAS_ROOM} and not ${IS_ACTIVE}
  and exists (select from awaited_runs where awaited_runs.flow_id = flows.id)
  and (config->'after'->>'when' = 'any_ended' or not exists (
    select from jsonb_array_elements(config->'after'->'flows') named where not exists (
      select from awaited_runs where awaited_runs.flow_id = flows.id and after_flow_id::text = named->>'id')))`

export const listFollowingFlows = (query: Query, limit: number): Promise<{ id: string }[]> =>
  query<{ id: string }>(
    `select id from flows where id in (select flow_id from awaited_runs) and ${MAY_START} order by id limit $1`,
    [limit],
  )

/**
 * Locks a flow that may start after others until the end of the transaction; nothing if another process was first. The conditions are
 * checked after the lock: starting a flow does not change its row, so a single statement could still see runs that another process has used.
 */
export async function lockFollowingFlow(query: Query, id: string) {
  const [locked] = await query('select id from flows where id = $1 for no key update skip locked', [id])
  if (!locked) return undefined
  return first(
    query<{ organization_id: string }>(`select organization_id from flows where id = $1 and ${MAY_START}`, [id]),
  )
}

/** The runs for which a flow has waited, the earliest first. */
export const listAwaitedRuns = (query: Query, flowId: string): Promise<PrecedingRun[]> =>
  query<PrecedingRun>(
    `select run_id as "runId", after_flow_id as "flowId", flows.name as "flowName" from awaited_runs
     join flows on flows.id = after_flow_id join runs on runs.id = run_id
     where awaited_runs.flow_id = $1 order by finished_at, run_id`,
    [flowId],
  )

/** The flow has started after these runs; ends since then stay noted. */
export const forgetAwaitedRuns = (query: Query, flowId: string, runIds: readonly string[]): Promise<object[]> =>
  query('delete from awaited_runs where flow_id = $1 and run_id = any($2)', [flowId, runIds])

/** The flow was switched off, or starts after others than before: it waits anew. */
export const resetAwaitedRuns = (query: Query, flowId: string): Promise<object[]> =>
  query('delete from awaited_runs where flow_id = $1', [flowId])

/** Every flow of the organization that starts after others, with these. */
export const listOrderedFlows = (query: Query, organizationId: string): Promise<OrderedFlow[]> =>
  query<OrderedFlow>(
    `select id, name, array(select named->>'id' from jsonb_array_elements(config->'after'->'flows') named) as after
     from flows where organization_id = $1 and ${HAS_AFTER}`,
    [organizationId],
  )

/** The names of flows, also of deleted ones as long as these have a name. */
export const listFlowNames = (query: Query, organizationId: string, ids: readonly string[]) =>
  query<{ id: string; name: string }>(
    `select id, name from flows where organization_id = $1 and id = any($2)
     union all select id, name from trash where organization_id = $1 and kind = 'flow' and id = any($2)`,
    [organizationId, ids],
  )

/** One change at a time of the order in which an organization's flows start: two that are fine alone could be a loop. */
export const lockFlowOrder = (query: Query, organizationId: string): Promise<object[]> =>
  query(`select pg_advisory_xact_lock(hashtext('flow order'), hashtext($1))`, [organizationId])
