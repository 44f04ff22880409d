import type { PostgresSession } from '../driver/postgres-session.ts'
import { endAttemptsOfAll } from './attempt-lock.ts'
import { createNotes } from './created-tables.ts'
import type { FenceKey, RaisedFence } from './fence.ts'
import { createFenceTable, hasFenceTable, raiseFences } from './fence.ts'
import { dropLeftOvers } from './range-ledger.ts'

/**
 * Ends older attempts and drops their tables, so that they cannot change anything.
 * @param keys of one attempt, in one schema. @returns the state of each target, by its name without the schema
 */
export async function shutOutOlder(
  session: PostgresSession,
  schema: string,
  keys: readonly FenceKey[],
): Promise<ReadonlyMap<string, RaisedFence>> {
  const [fence] = keys
  if (!fence) return new Map()
  if (!(await hasFenceTable(session, schema))) await createFenceTable(session, schema)
  if (fence.bringsStructure) await createNotes(session, schema)
  await endAttemptsOfAll(session, keys)
  const names = keys.map(({ target }) => target.name)
  const raised = await raiseFences(session, schema, fence, names)
  // An assistant of an older attempt may have claimed a range before it could see the fence.
  await endAttemptsOfAll(session, keys)
  await dropLeftOvers(session, schema, fence)
  return raised
}
