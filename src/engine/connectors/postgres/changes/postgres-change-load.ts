import { defined } from '../../../../core/catalog/defined.ts'
import type { ChangeLoad, ChangeLoadRequest } from '../../../ports/change-batch.ts'
import type { LogPosition } from '../../../ports/change-source.ts'
import type { ConnectorContext, Endpoint } from '../../../ports/connector.ts'
import { TableFailure } from '../../../ports/table-failure.ts'
import { heldByMirror } from '../../sql/changes/held-by-mirror.ts'
import { POSITION } from '../../sql/changes/position-name.ts'
import { ReferencesWithin } from '../../sql/changes/references-within.ts'
import { SqlChangeLoad } from '../../sql/changes/sql-change-load.ts'
import { TableStates } from '../../sql/changes/table-states.ts'
import { databaseCredentials } from '../../sql/database-credentials.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { attemptLockOfSession } from '../fence/attempt-lock.ts'
import { blockOlderAttempts } from '../fence/block-older-attempts.ts'
import { type FenceKey, fenced } from '../fence/fence.ts'
import { createSchema, hasSchema } from '../schema/check-schema.ts'
import { entityName, parseRelationName } from '../schema/relation-name.ts'
import { openSession } from '../session/open-session.ts'
import { postgresError } from '../session/postgres-problem.ts'
import { boundOf } from './commit-position.ts'
import { otherMirror } from './other-mirror.ts'
import { mayPassReferences, readReferences } from './passed-references.ts'
import { postgresChangeSession } from './postgres-change-session.ts'
import { postgresStateStore } from './postgres-state-store.ts'
import { createMirrorTables, type MirrorKey } from './waiting-changes.ts'

/** A foreign key that is new makes a table wait that long at most. */
const REFERENCES_MS = 10_000

/** Locks out older followers of the same mirror, and reads how far they came. @throws ConnectorError */
export async function openPostgresChangeLoad(
  endpoint: Endpoint,
  context: ConnectorContext,
  request: ChangeLoadRequest,
): Promise<ChangeLoad> {
  const credentials = databaseCredentials(endpoint, 'dbname')
  const secret = credentials.password
  const explain = (error: unknown) =>
    error instanceof TableFailure ? error : postgresError(error, 'destination', secret)
  const session = await openSession(credentials, context)
  const key: FenceKey = { ...request.fence, target: { schema: request.schema, name: POSITION } }
  try {
    // A position that a crash of the destination takes back while the source has forgotten the log would be a gap.
    await session.query(
      `SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`,
    )
    const schemas = [...new Set([...request.targets.values()].map((target) => parseRelationName(target).schema))]
    for (const schema of schemas) if (!(await hasSchema(session, schema))) await createSchema(session, schema)
    const position = await raise(session, key)
    await createMirrorTables(session, request.schema, schemas)
    await requireOwn(
      session,
      { flowId: key.flowId, ...defined({ heldMirrors: context.heldMirrors }) },
      request,
      schemas,
    )
    const store = postgresStateStore(session, { flowId: key.flowId, ...request, schemas })
    const states = new TableStates(store, request)
    await states.read()
    const reconnect = () => openSession(credentials, { ...context, signal: AbortSignal.timeout(15_000) })
    const targets = [...request.targets.values()].map((target) => entityName(parseRelationName(target)))
    const references = (await mayPassReferences(session))
      ? new ReferencesWithin(targets, { ask: () => readReferences(session), knownMs: REFERENCES_MS })
      : undefined
    const { signal } = context
    const writing = postgresChangeSession({ session, key, secret, references, reconnect, signal })
    return new SqlChangeLoad(request, { session: writing, position, states, explain })
  } catch (error) {
    await session.abandon()
    throw explain(error)
  }
}

/** @returns how far the mirror has come */
async function raise(session: PostgresSession, key: FenceKey): Promise<LogPosition | undefined> {
  const states = await blockOlderAttempts(session, key.target.schema, [key])
  if (states.get(key.target.name) === 'fenced') throw fenced()
  await session.query(attemptLockOfSession(key))
  return boundOf(session, key)
}

/** @throws ConnectorError `CONFLICT` if another mirror holds one of the targets */
async function requireOwn(
  session: PostgresSession,
  own: Pick<MirrorKey, 'flowId'> & Pick<ConnectorContext, 'heldMirrors'>,
  { targets }: ChangeLoadRequest,
  schemas: readonly string[],
): Promise<void> {
  for (const schema of schemas) {
    const other = await otherMirror(session, { ...own, schema }, [...targets.values()])
    if (other) throw heldByMirror(entityName(other))
  }
}
