import { first, type Query } from '../database/database.ts'
import type { Schedule } from './flow-config.ts'

export const IS_ACTIVE = `exists (select from runs where flow_id = flows.id and status in ('queued', 'running', 'committing'))`

export const HAS_ROOM = `(select count(*) from runs waiting where waiting.organization_id = flows.organization_id and waiting.status = 'queued') < waiting_limit_of(flows.organization_id)`

/** After a restore, until somebody confirms that the other installation is off; and while the organization is deleted. */
export const IS_PAUSED = `exists (select from organizations where organizations.id = organization_id and (schedules_paused or deleted_at is not null))`

/** Due by the database's clock, so that the clocks of the machines do not matter; and not blocked by an active run. */
const IS_DUE = `enabled and due_at <= now() and not ${IS_PAUSED} and ${HAS_ROOM}
  and not (config->'schedule'->>'overlap' is not distinct from 'queue' and ${IS_ACTIVE})`

export interface PlannedFlow {
  readonly id: string
  readonly organization_id: string
  readonly schedule: Schedule
  /** The database's time. */
  readonly now: Date
}

export interface DueFlow extends PlannedFlow {
  readonly due_at: Date
}

const PLANNED = `id, organization_id, config->'schedule' as schedule, now() as now`

/** Flows with a new or changed schedule, or that were switched on; locked until the end of the transaction. */
export const lockUnplannedFlows = (query: Query, limit: number): Promise<PlannedFlow[]> =>
  query<PlannedFlow>(
    `select ${PLANNED} from flows where enabled and due_at is null and jsonb_typeof(config->'schedule') = 'object'
     order by id limit $1 for no key update skip locked`,
    [limit],
  )

/** The most overdue first. */
export const listDueFlows = (query: Query, limit: number): Promise<{ id: string }[]> =>
  query<{ id: string }>(`select id from flows where ${IS_DUE} order by due_at limit $1`, [limit])

/** The time from the start of the transaction until the next flow is due, in milliseconds; nothing if there is none. */
export async function untilNextDue(query: Query): Promise<number | undefined> {
  const [row] = await query<{ milliseconds: number | null }>(
    `select extract(epoch from min(due_at) - now())::float * 1000 as milliseconds from flows
     where enabled and due_at > now() and due_at < 'infinity'`,
  )
  return row?.milliseconds ?? undefined
}

/** Locks a due flow until the end of the transaction; nothing if another process was first. */
export const lockDueFlow = (query: Query, id: string) =>
  first(
    query<DueFlow>(`select ${PLANNED}, due_at from flows where id = $1 and ${IS_DUE} for no key update skip locked`, [
      id,
    ]),
  )

/** Without a time it is never due. */
export const setDueAt = (query: Query, id: string, dueAt: Date | undefined): Promise<object[]> =>
  query(`update flows set due_at = coalesce($2, 'infinity'::timestamptz) where id = $1`, [id, dueAt ?? null])
