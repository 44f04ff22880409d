import { currentTrace } from '../../host/log-context.ts'
import { traceparentOf } from '../../host/tracing.ts'
import type { Query } from '../database/database.ts'
import type { FlowSnapshot, RunErrorRow, RunRow } from './run-rows.ts'
import type { RunWork } from './run-work.ts'
import { ANNOUNCED } from './runs.ts'
import { storedWork } from './stored-work.ts'

export const findRunByKey = async (query: Query, flowId: string, key: string): Promise<{ id: string } | undefined> =>
  (await query<{ id: string }>('select id from runs where flow_id = $1 and idempotency_key = $2', [flowId, key]))[0]

/** Whether the organization has used the key with another flow. */
export const isKeyOfOtherFlow = async (
  query: Query,
  organizationId: string,
  flowId: string,
  key: string,
): Promise<boolean> =>
  (
    await query('select from runs where organization_id = $1 and idempotency_key = $2 and flow_id <> $3 limit 1', [
      organizationId,
      key,
      flowId,
    ])
  ).length > 0

export interface NewRun {
  readonly organizationId: string
  readonly flowId: string
  readonly flowName: string
  readonly flowVersion: number
  readonly snapshot: FlowSnapshot
  readonly work: RunWork
  readonly trigger: RunRow['trigger']
  readonly triggeredBy: string | undefined
  readonly idempotencyKey: string | undefined
  readonly scheduledFor: Date | undefined
}

/** @returns the new run's id, or nothing when the flow has an active run or was just deleted, or the key was used before */
export const insertRun = (query: Query, run: NewRun): Promise<string | undefined> =>
  insertFor(query, run, 'from flows where organization_id = $1 and id = $2 for key share')

/**
 * A run of a flow as a file says it, which may not exist. The names of flows that do not exist are in the trash, without content, while they have runs.
 * @returns as `insertRun`
 */
export async function insertDraftRun(query: Query, run: NewRun): Promise<string | undefined> {
  await query(
    `insert into trash (id, organization_id, kind, name)
     select $2, $1, 'flow', $3 where not exists (select from flows where organization_id = $1 and id = $2) on conflict do nothing`,
    [run.organizationId, run.flowId, run.flowName],
  )
  return insertFor(query, run, '')
}

/** @param flow the clause that finds and locks the flow */
async function insertFor(query: Query, run: NewRun, flow: string): Promise<string | undefined> {
  const trace = currentTrace()
  const [row] = await query<{ id: string }>(
    `with made as (
       insert into runs (organization_id, flow_id, flow_version, flow_snapshot, trigger, triggered_by, idempotency_key, scheduled_for, traceparent)
       select $1::uuid, $2::uuid, $3::int, $4::jsonb, $5::text, $6::text, $7::text, $8::timestamptz, $9::text ${flow}
       on conflict do nothing returning id, organization_id)
     select id, ${ANNOUNCED} from made`,
    [
      run.organizationId,
      run.flowId,
      run.flowVersion,
      { ...run.snapshot, ...storedWork(run.work) },
      run.trigger,
      run.triggeredBy ?? null,
      run.idempotencyKey ?? null,
      run.scheduledFor ?? null,
      trace ? traceparentOf(trace) : null,
    ],
  )
  return row?.id
}

export interface MissedRun {
  readonly flowId: string
  readonly trigger: RunRow['trigger']
  /** Absent for a run without a scheduled time. */
  readonly scheduledFor?: Date
  readonly startedAfter?: FlowSnapshot['startedAfter']
  readonly status: 'failed' | 'cancelled'
  readonly error: RunErrorRow
}

/** Records a run that could not begin when it was due. @returns its id, or nothing if it was recorded before */
export async function insertMissedRun(
  query: Query,
  { flowId, trigger, scheduledFor, startedAfter, status, error }: MissedRun,
): Promise<string | undefined> {
  const [missed] = await query<{ id: string }>(
    `with made as (
       insert into runs (organization_id, flow_id, flow_version, flow_snapshot, trigger, scheduled_for, status, error, finished_at)
       select organization_id, id, version, jsonb_build_object('sourceConnectionId', source_connection_id,
         'destinationConnectionId', destination_connection_id, 'config', config) || $6::jsonb, $5, $2, $3, $4, now()
       from flows where id = $1 on conflict do nothing returning id, organization_id)
     select id, ${ANNOUNCED} from made`,
    [flowId, scheduledFor ?? null, status, error, trigger, startedAfter ? { startedAfter } : {}],
  )
  return missed?.id
}
