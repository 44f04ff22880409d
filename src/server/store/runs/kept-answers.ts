import type { SealedCredentials } from '../../vault/vault.ts'
import type { Query } from '../database/database.ts'

const TODAY = `(now() at time zone 'UTC')::date`

/** Of one organization. */
const MAX_BYTES = 64 * 1024 * 1024

export async function findKeptAnswer(
  query: Query,
  organizationId: string,
  question: string,
): Promise<SealedCredentials | undefined> {
  const [kept] = await query<{ sealed: SealedCredentials }>(
    `select sealed from kept_answers where organization_id = $1 and question = $2 and day = ${TODAY}`,
    [organizationId, question],
  )
  return kept?.sealed
}

/** Nothing if the organization's answers of today would be larger than their limit. */
export const saveKeptAnswer = (
  query: Query,
  organizationId: string,
  {
    question,
    sealed,
    bytes,
  }: { readonly question: string; readonly sealed: SealedCredentials; readonly bytes: number },
): Promise<object[]> =>
  query(
    `insert into kept_answers (organization_id, question, day, sealed, bytes)
     select $1, $2, ${TODAY}, $3, $4::int
     where $4::int + (select coalesce(sum(bytes), 0) from kept_answers where organization_id = $1 and day = ${TODAY}) <= ${MAX_BYTES}
     on conflict (organization_id, question) do update set day = excluded.day, sealed = excluded.sealed, bytes = excluded.bytes`,
    [organizationId, question, sealed, bytes],
  )

/** @param questions absent: all */
export const deleteKeptAnswers = (
  query: Query,
  organizationId: string,
  questions?: readonly string[],
): Promise<object[]> =>
  query('delete from kept_answers where organization_id = $1 and ($2::text[] is null or question = any($2))', [
    organizationId,
    questions ?? null,
  ])

/** Whether the organization has answers of today, which need not be paid again. */
export async function hasKeptAnswers(query: Query, organizationId: string): Promise<boolean> {
  const found = await query(`select from kept_answers where organization_id = $1 and day = ${TODAY} limit 1`, [
    organizationId,
  ])
  return found.length > 0
}

export const expireKeptAnswers = (query: Query): Promise<object[]> =>
  query(`delete from kept_answers where day < ${TODAY}`)
