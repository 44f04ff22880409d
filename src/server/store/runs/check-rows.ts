import type { SealedCredentials } from '../../vault/vault.ts'
import type { Query } from '../database/database.ts'
import { keptDays } from '../rejects/rejected-rows.ts'

/** The attempt and the run that write: a superseded attempt writes nothing. */
interface Attempt {
  readonly runId: string
  readonly epoch: number
}

export interface CheckKey {
  readonly entity: string
  readonly checkId: string
}

/** Stores rows that a check found, in place of those of an earlier attempt; deletes expired ones. */
export async function saveCheckRows(
  query: Query,
  { runId, epoch }: Attempt,
  { entity, checkId }: CheckKey,
  sealed: SealedCredentials,
): Promise<void> {
  await query(
    `insert into check_rows (organization_id, run_id, entity, check_id, sealed)
     select organization_id, id, $2, $3, $4 from runs where id = $1 and epoch = $5
     on conflict (run_id, entity, check_id) do update set sealed = excluded.sealed, kept_at = now()`,
    [runId, entity, checkId, JSON.stringify(sealed), epoch],
  )
  await query(`delete from check_rows where kept_at < now() - ${keptDays('check_rows')}`)
}

/** They are kept as long as rejected rows. */
export async function findCheckRows(
  query: Query,
  organizationId: string,
  runId: string,
  { entity, checkId }: CheckKey,
): Promise<SealedCredentials | undefined> {
  const [row] = await query<{ sealed: SealedCredentials }>(
    `select sealed from check_rows where organization_id = $1 and run_id = $2 and entity = $3 and check_id = $4
       and kept_at > now() - ${keptDays('check_rows')}`,
    [organizationId, runId, entity, checkId],
  )
  return row?.sealed
}
