import type { Words } from '../../../core/catalog/words.ts'
import { announcedWakeUp } from '../database/announcement.ts'
import { first, only, type Query } from '../database/database.ts'
import type { Schedule } from './flow-config.ts'

/** What a batch changes in each flow; absent fields stay. */
export interface BatchChange {
  readonly enabled?: boolean | undefined
  /** Null: on demand. */
  readonly schedule?: Schedule | null | undefined
  readonly freshness_minutes?: number | null | undefined
  /** Null: nobody. */
  readonly owner?: { readonly uid: string } | null | undefined
  readonly add_tags?: readonly string[] | undefined
  readonly remove_tags?: readonly string[] | undefined
}

export type BatchError = Words & { readonly code: string }

interface NewBatch {
  readonly organizationId: string
  readonly askedBy: string
  readonly caller: object
  readonly change: BatchChange | null
  readonly flowIds: readonly string[]
}

/** How long what came of a batch can be looked up. */
const DAYS = 7

const ANNOUNCED_BATCHES = announcedWakeUp('batches')

/** @returns its id */
export async function insertBatch(query: Query, batch: NewBatch): Promise<string> {
  const { organizationId, askedBy, caller, change, flowIds } = batch
  const { id } = await only(
    query<{ id: string }>(
      `insert into batches (organization_id, asked_by, caller, change) values ($1, $2, $3, $4) returning id, ${ANNOUNCED_BATCHES}`,
      [organizationId, askedBy, JSON.stringify(caller), change && JSON.stringify(change)],
    ),
  )
  await query(
    `insert into batch_flows (batch_id, organization_id, flow_id, position)
     select $1, $2, flow_id, position from unnest($3::uuid[]) with ordinality as asked (flow_id, position)
     on conflict do nothing`,
    [id, organizationId, flowIds],
  )
  return id
}

/** Batches in which flows wait, the oldest first. */
export const listOpenBatches = (query: Query): Promise<{ id: string }[]> =>
  query<{ id: string }>(
    `select id from batches
     where exists (select from batch_flows where batch_id = batches.id and state = 'waiting') order by created_at, id`,
  )

export interface WaitingFlow {
  readonly flow_id: string
  readonly organization_id: string
  readonly asked_by: string
  readonly caller: Record<string, unknown>
  readonly change: BatchChange | null
}

/** Whoever deletes an account waits for the end of the transaction. Before the flow is taken, so that nobody waits who holds one. */
export const shareBatch = (query: Query, batchId: string): Promise<object[]> =>
  query('select from batches where id = $1 for share', [batchId])

/** Waits for what is done for a person at this moment, and lets nothing more begin until the end of the transaction. */
export const lockBatchesOf = (query: Query, uid: string): Promise<object[]> =>
  query('select from batches where asked_by = $1 order by id for update', [uid])

/** Takes the next flow of a batch for this transaction; what another process has taken is left out. */
export const lockNextFlow = (query: Query, batchId: string) =>
  first(
    query<WaitingFlow>(
      `select flow_id, batch_flows.organization_id, asked_by, caller, change
       from batch_flows join batches on batches.id = batch_id
       where batch_id = $1 and state = 'waiting' order by position limit 1 for update of batch_flows skip locked`,
      [batchId],
    ),
  )

export const endFlowOfBatch = (
  query: Query,
  { batchId, flowId }: { readonly batchId: string; readonly flowId: string },
  { runId, error }: { readonly runId?: string | undefined; readonly error?: BatchError },
): Promise<object[]> =>
  query('update batch_flows set state = $3, run_id = $4, error = $5 where batch_id = $1 and flow_id = $2', [
    batchId,
    flowId,
    error ? 'failed' : 'done',
    runId ?? null,
    error ? JSON.stringify(error) : null,
  ])

export interface BatchRow {
  readonly id: string
  readonly asked_by: string
  readonly asked_by_name: string | null
  readonly change: BatchChange | null
  readonly created_at: Date
  readonly cancelled_at: Date | null
  readonly flows: number
  readonly waiting: number
  readonly failed: number
  /** Runs that have not ended. */
  readonly running: number
}

/** The newest first. */
export const listBatches = (query: Query, organizationId: string): Promise<BatchRow[]> =>
  query<BatchRow>(
    `select batches.id, asked_by, coalesce(display_name, email) as asked_by_name, change, batches.created_at, cancelled_at,
       count(*) as flows, count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'failed') as failed,
       count(*) filter (where runs.status in ('queued', 'running', 'committing')) as running
     from batches join batch_flows on batch_id = batches.id left join runs on runs.id = run_id
       left join users on uid = asked_by
     where batches.organization_id = $1 and batches.created_at > now() - interval '${DAYS} days'
     group by batches.id, display_name, email order by batches.created_at desc, batches.id limit 20`,
    [organizationId],
  )

export interface FailedFlowRow {
  readonly flow_id: string
  /** Null if it is gone. */
  readonly name: string | null
  readonly error: BatchError | null
}

export const listFailedFlows = (query: Query, organizationId: string, batchId: string): Promise<FailedFlowRow[]> =>
  query<FailedFlowRow>(
    `select flow_id, flows.name, error from batch_flows left join flows on flows.id = flow_id
     where batch_flows.organization_id = $1 and batch_id = $2 and state = 'failed' order by position`,
    [organizationId, batchId],
  )

export const listFlowsOfBatch = (
  query: Query,
  organizationId: string,
  batchId: string,
): Promise<{ flow_id: string }[]> =>
  query<{ flow_id: string }>(
    'select flow_id from batch_flows where organization_id = $1 and batch_id = $2 order by position',
    [organizationId, batchId],
  )

/** Nothing of it waits after this. @returns its runs that have not ended; nothing if there is no such batch */
export async function stopBatch(
  query: Query,
  organizationId: string,
  batchId: string,
): Promise<readonly string[] | undefined> {
  const stopped = await query(
    'update batches set cancelled_at = coalesce(cancelled_at, now()) where organization_id = $1 and id = $2 returning id',
    [organizationId, batchId],
  )
  if (stopped.length === 0) return undefined
  await query("update batch_flows set state = 'cancelled' where batch_id = $1 and state = 'waiting'", [batchId])
  const runs = await query<{ id: string }>(
    `select runs.id from batch_flows join runs on runs.id = run_id
     where batch_id = $1 and status in ('queued', 'running', 'committing') order by position`,
    [batchId],
  )
  return runs.map(({ id }) => id)
}

/** @returns whether it was there and over */
export const deleteBatch = async (query: Query, organizationId: string, batchId: string): Promise<boolean> =>
  (
    await query(
      `delete from batches where organization_id = $1 and id = $2
         and not exists (select from batch_flows where batch_id = batches.id and state = 'waiting') returning id`,
      [organizationId, batchId],
    )
  ).length > 0

export const expireBatches = (query: Query): Promise<object[]> =>
  query(`delete from batches where created_at < now() - interval '${DAYS} days'
    and not exists (select from batch_flows where batch_id = batches.id and state = 'waiting')`)
