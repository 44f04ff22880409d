import { setTimeout as sleep } from 'node:timers/promises'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { logIdentity, presentPlace, snapshotPlace } from '../changes/present-place.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { entityName, type TableName } from '../schema/table-name.ts'
import { beginSnapshot, whileLocked } from './share-snapshot.ts'
import type { SnapshotQueries } from './snapshot-queries.ts'

/** How often somebody may write the tables when we want to lock them; longer apart each time. */
const TRIES = 5
const FIRST_PAUSE_MS = 100

/**
 * What a snapshot sees of these tables. MariaDB notes it with each. Of MySQL another one is taken while nobody writes the tables: then all that was
 * committed to them is in the set of executed transactions. @throws ConnectorError, or the server's own errors
 */
export function namedSnapshot(queries: SnapshotQueries, tables: readonly TableName[]): Promise<string> {
  return queries.sessions.through('keeper', async (keeper) => {
    const place = await snapshotPlace(keeper)
    if (place !== undefined) return place
    if (keeper.facts.isMariaDb || !(await hasIds(keeper))) throw withoutMoment(queries.serverVersion)
    for (let tries = 1; tries <= TRIES; tries++) {
      const locked = await lockedPlace(queries, tables)
      if (locked !== undefined) return locked
      await sleep(FIRST_PAUSE_MS * 2 ** tries)
    }
    throw beingWritten(tables)
  })
}

async function hasIds(session: MysqlSession): Promise<boolean> {
  const [row] = await session.query('SELECT @@global.gtid_mode AS mode')
  return row?.['mode'] === 'ON'
}

async function lockedPlace(queries: SnapshotQueries, tables: readonly TableName[]): Promise<string | undefined> {
  const locker = await queries.open()
  try {
    return await whileLocked({ locker, tables }, async () => {
      await Promise.all(queries.sessions.all.map(beginSnapshot))
      return presentPlace(locker, await logIdentity(locker))
    })
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

const beingWritten = (tables: readonly TableName[]) =>
  new ConnectorError({
    code: 'TABLE_BUSY',
    message: sentence`Transactions that write ${tables.map(entityName).slice(0, 5).join(', ')} stay open: a mirror has to lock its tables for an instant, to know which transactions its rows have.`,
    hint: sentence`Wait until they have ended; it is tried again.`,
    retryable: true,
  })
