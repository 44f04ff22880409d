import type { PostgresSession } from '../driver/postgres-session.ts'
import type { WritePlan } from './plan-write.ts'

/** Chosen once for this product: types that are about to be made. */
const TYPE_LOCK = 7_061_981

/**
 * Makes the types that a strategy lacks, right away: they outlive an attempt that fails, and tables that are filled at once need not wait for each
 * other until one has them.
 * @param plan looks again, behind whoever may have made some of them meanwhile. @returns the strategy with all of its types there
 */
export async function createTypes(
  session: PostgresSession,
  planned: WritePlan,
  plan: () => Promise<WritePlan>,
): Promise<WritePlan> {
  if (planned.lacking.statements.length === 0) return planned
  try {
    await session.query(`BEGIN; SELECT pg_catalog.pg_advisory_xact_lock(${TYPE_LOCK})`)
    const again = await plan()
    for (const statement of again.lacking.statements) await session.query(statement)
    await session.query('COMMIT')
    return again
  } catch (error) {
    await session.query('ROLLBACK').catch(() => {})
    throw error
  }
}
