import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { sqlName } from '../schema/relation-name.ts'
import { endAttemptsOfAll } from './attempt-lock.ts'
import { createRecords } from './created-tables.ts'
import { createFenceTable, type FenceKey, fenceTable, hasFenceTable, type RaisedFence, raiseFences } from './fence.ts'
import { dropLeftovers } from './range-ledger.ts'

/**
 * Ends older attempts and drops their tables, so that they cannot change anything.
 * @param keys of one attempt, in one schema. @returns the state of each target, by its name without the schema
 */
export async function blockOlderAttempts(
  session: PostgresSession,
  schema: string,
  keys: readonly FenceKey[],
): Promise<ReadonlyMap<string, RaisedFence>> {
  const [fence] = keys
  if (!fence) return new Map()
  if (!(await hasFenceTable(session, schema))) await createFenceTable(session, schema)
  if (fence.copiesStructure) await createRecords(session, schema)
  await endAttemptsOfAll(session, keys)
  const names = keys.map(({ target }) => target.name)
  const raised = await raiseFences(session, schema, fence, names).catch((error: unknown) =>
    refused(session, schema, error),
  )
  // An assistant of an older attempt may have claimed a range before it could see the fence.
  await endAttemptsOfAll(session, keys)
  await dropLeftovers(session, schema, fence)
  return raised
}

const PERMISSION_DENIED = '42501'

/** The table of fences is shared by all accounts that move rows into the schema, and belongs to the first of them. @throws ConnectorError, or the error */
async function refused(session: PostgresSession, schema: string, error: unknown): Promise<never> {
  if (!(error instanceof Error && 'code' in error && error.code === PERMISSION_DENIED)) throw error
  const table = sqlName(fenceTable(schema))
  const [row] = await session.query(
    `SELECT pg_catalog.pg_get_userbyid(relowner) AS owner, pg_catalog.quote_ident(current_user) AS account FROM pg_catalog.pg_class WHERE oid = pg_catalog.to_regclass($1)`,
    [table],
  )
  throw new ConnectorError(
    {
      code: 'PERMISSION_MISSING',
      message: sentence`The account may not use ${table}, in which all flows into this schema note what they have done. It belongs to ${row?.['owner'] ?? ''}.`,
      hint: sentence`Execute as its owner: GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${row?.['account'] ?? ''};`,
      field: 'user',
      object: { kind: 'table', ...fenceTable(schema) },
    },
    { cause: error },
  )
}
