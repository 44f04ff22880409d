import { APPROVAL_HOURS } from '../../../core/catalog/runs/approvals.ts'
import { announcedChange } from '../database/announced-change.ts'
import { first, type Query } from '../database/database.ts'

/** Open pages read their runs again: a change of any flow makes them do so. */
const ANNOUNCED = announcedChange("'flow'", 'null')

/** A person's word that what a dry run shows may happen. */
export interface RunApprovalRow {
  readonly approved_by: string
  readonly approved_at: Date
  readonly ends_at: Date
  /** The flow was started for it; it is over. */
  readonly used_at: Date | null
}

/** Nothing for a run that nobody has approved. */
export const findApproval = (query: Query, organizationId: string, runId: string) =>
  first(
    query<RunApprovalRow>(
      `select coalesce(display_name, email, approved_by) as approved_by, approved_at, approved_at + interval '${APPROVAL_HOURS} hours' as ends_at, used_at
       from run_approvals left join users on uid = approved_by where organization_id = $1 and run_id = $2`,
      [organizationId, runId],
    ),
  )

/** A second approval begins its time again; one that was used stays used. */
export const saveApproval = (query: Query, organizationId: string, runId: string, uid: string): Promise<object[]> =>
  query(
    `insert into run_approvals (organization_id, run_id, approved_by) values ($1, $2, $3)
     on conflict (run_id) do update set approved_by = excluded.approved_by, approved_at = now()
     returning ${ANNOUNCED}`,
    [organizationId, runId, uid],
  )

/** @returns whether it was there, in its time, by somebody who is still a member, and unused: it is used now */
export const takeApproval = async (query: Query, organizationId: string, runId: string): Promise<boolean> =>
  (
    await query<{ run_id: string }>(
      `update run_approvals set used_at = now()
       where organization_id = $1 and run_id = $2 and used_at is null and approved_at > now() - interval '${APPROVAL_HOURS} hours'
         and exists (select from memberships m where m.organization_id = $1 and m.user_uid = approved_by)
       returning run_id, ${ANNOUNCED}`,
      [organizationId, runId],
    )
  ).length > 0
