import type { Delivery, DeliveryStatus } from '../../../engine/ports/delivery.ts'
import { first, type Query } from '../database/database.ts'

export const findDelivery = (query: Query, runId: string, target: string) =>
  first(query<Delivery>('select status, rows from outbox where run_id = $1 and target = $2', [runId, target]))

/** @param epoch of the attempt: an older attempt than the run's gets nothing. @returns whether the caller owns the delivery now */
export async function claimDelivery(
  query: Query,
  { runId, epoch, target, rows }: { runId: string; epoch: number; target: string; rows: number },
): Promise<boolean> {
  const claimed = await query(
    `insert into outbox (run_id, target, organization_id, status, rows)
     select id, $2, organization_id, 'sending', $3 from runs where id = $1 and epoch = $4
     on conflict (run_id, target) do update set status = 'sending', rows = excluded.rows, claimed_at = now(), settled_at = null
     where outbox.status = 'refused' returning run_id`,
    [runId, target, rows, epoch],
  )
  return claimed.length === 1
}

/** A final status stays. */
export const finalizeDelivery = (query: Query, runId: string, target: string, status: DeliveryStatus) =>
  query(`update outbox set status = $3, settled_at = now() where run_id = $1 and target = $2 and status = 'sending'`, [
    runId,
    target,
    status,
  ])
