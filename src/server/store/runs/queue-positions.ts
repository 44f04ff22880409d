import { RUN_LIMITS } from '../../../core/catalog/runs/run-limits.ts'
import type { Query } from '../database/database.ts'

/**
 * Prevents other runs of the organization from being queued or started until the end of the transaction.
 * @returns the number of its waiting runs
 */
export async function lockQueue(query: Query, organizationId: string): Promise<number> {
  await query('select from organizations where id = $1 for no key update', [organizationId])
  // A separate statement: one that waited for a lock counts the state from before the wait.
  const [row] = await query<{ waiting: number }>(
    `select count(*) as waiting from runs where organization_id = $1 and status = 'queued'`,
    [organizationId],
  )
  return row?.waiting ?? 0
}

/**
 * Gives a queued run its position: the one after its organization's last, but not one that has already passed. So organizations
 * start runs in rotation, whatever the number of their queued runs, and a pause gives no later advantage (start-time fair queueing,
 * Goyal et al. 1996).
 */
export async function takeQueuePosition(query: Query, organizationId: string, runId: string): Promise<number> {
  const [row] = await query<{ turn: number }>(
    `with taken as (
       update organizations set run_turn = greatest(run_turn + 1, coalesce(
         (select min(turn) from runs where status = 'queued' and id <> $2), (select max(run_turn) from organizations)))
       where id = $1 returning run_turn)
     update runs set turn = run_turn from taken where runs.id = $2 returning turn`,
    [organizationId, runId],
  )
  if (!row) throw new Error('a run without an organization')
  return row.turn
}

/**
 * Whether the run's organization has fewer active runs than allowed; no other of its runs begins until the
 * end of the transaction. The queue has checked already, but several workers that check at once all see the same free slot.
 */
export async function hasRoom(query: Query, runId: string): Promise<boolean> {
  await query(
    'select from organizations where id = (select organization_id from runs where id = $1) for no key update',
    [runId],
  )
  const beside = await query(
    `select from runs beside join runs own on own.organization_id = beside.organization_id
     where own.id = $1 and beside.id <> own.id and beside.status in ('running', 'committing') and beside.retry_at is null`,
    [runId],
  )
  return beside.length < RUN_LIMITS.active
}
