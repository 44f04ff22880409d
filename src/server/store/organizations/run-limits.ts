import type { RunLimits } from '../../../core/catalog/runs/run-limits.ts'
import { only, type Query } from '../database/database.ts'

/** How many runs an organization may have. */
export interface RunLimitsRow {
  /** What the operator allows. */
  readonly active: number
  readonly waiting: number
  /** Fewer, of its owners. */
  readonly own_active: number | null
  readonly own_waiting: number | null
  /** Its active runs count together with those of the other organizations of its first owner. */
  readonly is_shared: boolean
}

export const findRunLimits = (query: Query, organizationId: string): Promise<RunLimitsRow> =>
  only(
    query<RunLimitsRow>(
      `select coalesce(max(active), active_limit()) as active, coalesce(max(waiting), run_limit('waiting-runs', 50)) as waiting,
         max(own_active) as own_active, max(own_waiting) as own_waiting, max(active) is null as is_shared
       from run_limits where organization_id = $1`,
      [organizationId],
    ),
  )

/** Runs of the organization that are active and that wait at present. */
export const countRuns = (query: Query, organizationId: string): Promise<RunLimits> =>
  only(
    query<RunLimits>(
      `select count(*) filter (where worker is not null) as active, count(*) filter (where worker is null) as waiting
       from run_queue where organization_id = $1`,
      [organizationId],
    ),
  )

/** Of its owners. Absent: as many as the operator allows. */
export const saveOwnRunLimits = (
  query: Query,
  organizationId: string,
  { active, waiting }: { readonly active: number | null; readonly waiting: number | null },
): Promise<object[]> =>
  query(
    `insert into run_limits (organization_id, own_active, own_waiting) values ($1, $2, $3)
     on conflict (organization_id) do update set own_active = $2, own_waiting = $3`,
    [organizationId, active, waiting],
  )

/** Of the operator, in the system's scope. Null: what the installation allows. Runs that wait already count accordingly, too. */
export async function saveRunLimits(
  query: Query,
  organizationId: string,
  { active, waiting }: { readonly active: number | null; readonly waiting: number | null },
): Promise<void> {
  await query(
    `insert into run_limits (organization_id, active, waiting) values ($1, $2, $3)
     on conflict (organization_id) do update set active = $2, waiting = $3`,
    [organizationId, active, waiting],
  )
  await query('update run_queue set account = account_of($1) where organization_id = $1', [organizationId])
  await query(
    `update runs set account = account_of($1) where organization_id = $1 and status in ('queued', 'running', 'committing')`,
    [organizationId],
  )
}
