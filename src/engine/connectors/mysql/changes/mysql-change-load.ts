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
import type { MysqlSession } from '../driver/mysql-session.ts'
import { raiseFences } from '../fence/block-older-attempts.ts'
import { type FenceKey, fenced, refuseStale, takeLock } from '../fence/fence.ts'
import { ensureDatabase } from '../schema/ensure-database.ts'
import { serverNames } from '../schema/server-names.ts'
import { entityName, type TableName } from '../schema/table-name.ts'
import { mysqlError } from '../session/mysql-problem.ts'
import { openSession } from '../session/open-session.ts'
import { boundOf } from './commit-position.ts'
import { createMirrorTables } from './mirror-tables.ts'
import { mysqlChangeSession } from './mysql-change-session.ts'
import { mysqlStateStore } from './mysql-state-store.ts'
import { otherMirror } from './other-mirror.ts'
import { readReferences } from './passed-references.ts'

const RECONNECT_TIMEOUT_MS = 15_000

/** Locks out older followers of the same mirror, and reads how far they came. @throws ConnectorError */
export async function openMysqlChangeLoad(
  endpoint: Endpoint,
  context: ConnectorContext,
  request: ChangeLoadRequest,
): Promise<ChangeLoad> {
  const credentials = databaseCredentials(endpoint, 'database')
  const secret = credentials.password
  const explain = (error: unknown) => (error instanceof TableFailure ? error : mysqlError(error, 'destination', secret))
  const session = await openSession(credentials, 'write', context)
  try {
    const { parse, ...own } = await serverNames(session, credentials.database)
    const targets = [...request.targets.values()].map(parse)
    const databases = [...new Set(targets.map(({ database }) => database))]
    const [database = own.database] = databases
    const key: FenceKey = { ...request.fence, target: { database, name: POSITION } }
    for (const name of databases) await ensureDatabase(session, name, own.database)
    const position = await raise(session, key)
    await createMirrorTables(session, database, databases)
    await requireOwn(session, { flowId: key.flowId, ...defined({ heldMirrors: context.heldMirrors }) }, targets)
    const { flowId } = key
    const targetOf = (entity: string) => parse(request.targets.get(entity) ?? entity)
    const store = mysqlStateStore(session, { flowId, database, databases, targetOf })
    const states = new TableStates(store, request)
    await states.read()
    const reconnect = () =>
      openSession(credentials, 'write', { ...context, signal: AbortSignal.timeout(RECONNECT_TIMEOUT_MS) })
    const { signal } = context
    const references = new ReferencesWithin(targets.map(entityName), {
      ask: () => readReferences(session, databases),
      knownMs: Number.POSITIVE_INFINITY,
    })
    const writing = await mysqlChangeSession({ session, key, secret, references, parse, reconnect, signal })
    return new SqlChangeLoad(request, { session: writing, position, states, explain })
  } catch (error) {
    await session.abandon()
    throw explain(error)
  }
}

/** @returns how far the mirror has come */
async function raise(session: MysqlSession, key: FenceKey): Promise<LogPosition | undefined> {
  const states = await raiseFences(session, [key])
  if (states.get(key.target.name) === 'fenced') throw fenced()
  await takeLock(session, key)
  await refuseStale(session, key)
  return boundOf(session, key)
}

/** @throws ConnectorError `CONFLICT` if another mirror holds one of the targets */
async function requireOwn(
  session: MysqlSession,
  own: { readonly flowId: string } & Pick<ConnectorContext, 'heldMirrors'>,
  targets: readonly TableName[],
): Promise<void> {
  for (const [database, within] of Map.groupBy(targets, (target) => target.database)) {
    const other = await otherMirror(session, { ...own, database }, within)
    if (other) throw heldByMirror(entityName(other))
  }
}
