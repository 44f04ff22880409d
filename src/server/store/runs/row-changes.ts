import type { SealedCredentials } from '../../vault/vault.ts'
import type { Query } from '../database/database.ts'
import { keptDays } from '../rejects/rejected-rows.ts'

/** The attempt and the run that write: a superseded attempt writes nothing. */
interface Attempt {
  readonly runId: string
  readonly epoch: number
}

/** Stores the findings of a dry run for one of its streams, in place of those of an earlier attempt; deletes expired ones. */
export async function saveRowChanges(
  query: Query,
  { runId, epoch }: Attempt,
  entity: string,
  sealed: SealedCredentials,
): Promise<void> {
  await query(
    `insert into row_changes (organization_id, run_id, entity, sealed)
     select organization_id, id, $2, $3 from runs where id = $1 and epoch = $4
     on conflict (run_id, entity) do update set sealed = excluded.sealed, kept_at = now()`,
    [runId, entity, JSON.stringify(sealed), epoch],
  )
  await query(`delete from row_changes where kept_at < now() - ${keptDays('row_changes')}`)
}

/** The findings of all streams that have some. They are kept as long as rejected rows. */
export const listRowChanges = (
  query: Query,
  organizationId: string,
  runId: string,
): Promise<{ entity: string; sealed: SealedCredentials }[]> =>
  query(
    `select entity, sealed from row_changes where organization_id = $1 and run_id = $2
       and kept_at > now() - ${keptDays('row_changes')} order by entity`,
    [organizationId, runId],
  )

/** @param entity absent: the first one with stored rows */
export async function findRowChanges(
  query: Query,
  organizationId: string,
  runId: string,
  entity: string | undefined,
): Promise<{ readonly entity: string; readonly sealed: SealedCredentials } | undefined> {
  const [row] = await query<{ entity: string; sealed: SealedCredentials }>(
    `select entity, sealed from row_changes where organization_id = $1 and run_id = $2 and entity = coalesce($3, entity)
       and kept_at > now() - ${keptDays('row_changes')} order by entity limit 1`,
    [organizationId, runId, entity ?? null],
  )
  return row
}
