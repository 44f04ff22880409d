import { RUN_LIMITS } from '../../../core/catalog/run-limits.ts'
import type { Query } from '../database/database.ts'

/**
 * Keeps every other run of the organization from being queued or begun until the transaction ends.
 * @returns how many of its runs are waiting
 */
export async function lockQueue(query: Query, organizationId: string): Promise<number> {
  await query('select from organizations where id = $1 for no key update', [organizationId])
  // A statement of its own: one that waited for a lock counts what was there before it waited.
  const [row] = await query<{ waiting: number }>(
    `select count(*) as waiting from runs where organization_id = $1 and status = 'queued'`,
    [organizationId],
  )
  return row?.waiting ?? 0
}

/**
 * Gives a queued run its position: one after its organization's last, but none that has passed already. So organizations
 * begin runs in rotation however many each has queued, and whoever pauses saves nothing up (start-time fair queueing,
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
 * Whether the run's organization has fewer runs under way than it may; no other of its runs begins until the
 * transaction ends. The queue has looked already, but several who look at once all see the same room.
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
