import type { Query } from '../database/database.ts'
import type { LastTest } from './connections.ts'

/** The maximum time between a test and saving. */
const KEPT = `interval '1 hour'`

/** Stores the test of a draft in place of an earlier one, and deletes old ones that were never saved. */
export async function saveDraftTest(
  query: Query,
  organizationId: string,
  digest: string,
  outcome: LastTest,
): Promise<void> {
  await query(`delete from draft_tests where organization_id = $1 and tested_at < now() - ${KEPT}`, [organizationId])
  await query(
    `insert into draft_tests (organization_id, digest, outcome) values ($1, $2, $3)
     on conflict (organization_id, digest) do update set outcome = excluded.outcome, tested_at = now()`,
    [organizationId, digest, outcome],
  )
}

export async function findDraftTest(
  query: Query,
  organizationId: string,
  digest: string,
): Promise<LastTest | undefined> {
  const [row] = await query<{ outcome: LastTest }>(
    `select outcome from draft_tests where organization_id = $1 and digest = $2 and tested_at >= now() - ${KEPT}`,
    [organizationId, digest],
  )
  return row?.outcome
}
