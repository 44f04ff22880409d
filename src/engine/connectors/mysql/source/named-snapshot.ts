import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { logIdentity, presentPlace, snapshotPlace } from '../changes/present-place.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import type { TableName } from '../schema/table-name.ts'
import { mysqlProblem } from '../session/mysql-problem.ts'
import { beginSnapshot } from './begin-snapshot.ts'
import { quietPlace } from './equal-snapshots.ts'
import type { SnapshotQueries } from './snapshot-queries.ts'
import { whileLocked } from './while-locked.ts'

/** How long an instant is looked for in which nothing is being committed, in milliseconds: it is tried some hundred times a second. */
const PATIENCE_MS = 5_000

/** Transactions that keep a table from being locked are waited for so often, a second each time. */
const LOCK_TRIES = 5

/**
 * What a snapshot sees of these tables. MariaDB notes it with each. Of MySQL another one is taken at an instant in which no transaction is being committed.
 * If there is none, a single table is locked for an instant; several are not, because whoever writes them in another order would be refused.
 * @throws ConnectorError, or the server's own errors
 */
export function namedSnapshot(queries: SnapshotQueries, tables: readonly TableName[]): Promise<string> {
  return queries.sessions.through('keeper', async (keeper) => {
    const place = await snapshotPlace(keeper)
    if (place !== undefined) return place
    if (keeper.facts.isMariaDb || !(await hasIds(keeper))) throw withoutMoment(queries.serverVersion)
    const server = await logIdentity(keeper)
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end; ) {
      const quiet = await quietPlace(keeper, queries.sessions.all, server)
      if (quiet !== undefined) return quiet
    }
    for (let tries = 0; tables.length === 1 && tries < LOCK_TRIES; tries++) {
      const locked = await lockedPlace(queries, tables, server)
      if (locked !== undefined) return locked
    }
    throw neverQuiet()
  })
}

async function hasIds(session: MysqlSession): Promise<boolean> {
  const [row] = await session.query('SELECT @@global.gtid_mode AS mode')
  return row?.['mode'] === 'ON'
}

async function lockedPlace(
  queries: SnapshotQueries,
  tables: readonly TableName[],
  server: string,
): Promise<string | undefined> {
  const locker = await queries.open()
  try {
    return await whileLocked({ locker, tables }, async () => {
      await Promise.all(queries.sessions.all.map(beginSnapshot))
      return presentPlace(locker, server)
    })
  } catch (error) {
    if (mysqlProblem(error).code === 'PERMISSION_MISSING') return undefined
    throw error
  } finally {
    await locker.close()
  }
}

const withoutMoment = (version: string) =>
  new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: sentence`${version} does not say which transactions a copy of its rows has, so that no mirror can go on from it.`,
    hint: sentence`A mirror needs a server with its log switched on (log_bin), and MySQL also global ids (gtid_mode).`,
  })

const neverQuiet = () =>
  new ConnectorError({
    code: 'TABLE_BUSY',
    message: sentence`The source is committing transactions all the time: a mirror waits for an instant without, to know which of them its rows have.`,
    hint: sentence`It is tried again. If that never helps, let fewer transactions be committed for a moment.`,
    retryable: true,
  })
