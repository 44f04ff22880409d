import type { PostgresSession } from '../driver/postgres-session.ts'
import type { WritePlan } from './plan-write.ts'

/** A fixed lock number of this product for the creation of types. */
const TYPE_LOCK = 7_061_981

/**
 * Creates the types that a strategy needs, immediately: they outlive a failed attempt, and tables that are filled at the same time need not wait for each
 * other.
 * @param plan checks again, after others that may have created some of them. @returns the strategy when all of its types exist
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
