import { CONNECTION_TYPES } from '../../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../../core/catalog/defined.ts'
import type { Connector, ConnectorContext } from '../../../ports/connector.ts'
import type { SqlNotation } from '../../../ports/staged-query.ts'
import { databaseCredentials } from '../../sql/database-credentials.ts'
import { destinationWork } from '../../sql/destination-work.ts'
import { estimateWrites } from '../../sql/estimate-tables.ts'
import { openWithRetries } from '../../sql/session-pool.ts'
import type { ServerFacts } from '../driver/mysql-session.ts'
import { targetLocks } from '../fence/target-lock.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { type ServerNames, serverNames } from '../schema/server-names.ts'
import { entityName, nameWithoutPlace, sqlName } from '../schema/table-name.ts'
import { mysqlError } from '../session/mysql-problem.ts'
import { openSession } from '../session/open-session.ts'
import { serverIdentity } from '../session/server-identity.ts'
import { threadsOfRun } from '../session/threads-of-run.ts'
import { mysqlStructure } from '../structure/mysql-structure.ts'
import { targetPreparation } from './prepare-target.ts'
import { targetPlans } from './target-plans.ts'
import type { TargetWork } from './target-work.ts'

const RECONNECT_TIMEOUT_MS = 4_000

export const openMysqlDestination: NonNullable<Connector['openDestination']> = async (endpoint, context) => {
  const given = databaseCredentials(endpoint, 'database')
  const open = (within: ConnectorContext) => openSession(given, 'write', within)
  const explain = (error: unknown) => mysqlError(error, 'destination', given.password)
  const session = await openWithRetries(() => open(context))
  try {
    const identity = await serverIdentity(session)
    const [row] = await session.query('SELECT @@local_infile AS local_files, @@max_allowed_packet AS packet')
    const names = await serverNames(session, given.database)
    const credentials = { ...given, database: names.database }
    const common = destinationWork(session, {
      credentials,
      context,
      open,
      locks: targetLocks(names.parse),
      reconnectTimeoutMs: RECONNECT_TIMEOUT_MS,
      explain,
    })
    const takesInfile = row?.['local_files'] === '1'
    const work: TargetWork = {
      ...common,
      takesInfile,
      largestRow: takesInfile ? Number.POSITIVE_INFINITY : Number(row?.['packet']),
      serverVersion: session.serverVersion,
      watching: { log: common.log, openSession: () => open(context), own: threadsOfRun(context.signal, credentials) },
      parse: ({ target }) => names.parse(target),
    }
    return {
      identity: identity.now,
      lastingIdentity: async () => identity.lasting,
      serverVersion: session.serverVersion,
      modes: CONNECTION_TYPES.mysql.modes,
      places: { of: nameWithoutPlace, areKept: false },
      findsVanished: true,
      sql: notationIn(names, session.facts),
      structure: mysqlStructure(work, names, session.facts),
      nameOf: (target) => entityName(names.parse(target)),
      estimate: async (writes) => estimateWrites(writes),
      ...targetPlans(work),
      ...targetPreparation(work),
      holdTargets: (targets) => work.explained(() => work.kept.keep(targets)),
      executeSql: (sql, mayBegin) => executeSql(work, sql, mayBegin),
      close: () => work.sessions.close(),
    }
  } catch (error) {
    await session.abandon()
    throw explain(error)
  }
}

const executeSql = (
  { sessions, credentials, context, kept, explained }: TargetWork,
  sql: string,
  mayBegin: () => Promise<void>,
) =>
  explained(async () => {
    const session = await sessions.beside(() => openSession(credentials, 'script', context))
    try {
      await kept.holdIn(session)
      await mayBegin()
      await session.query(sql)
    } finally {
      await session.close()
    }
  })

const notationIn = ({ parse }: ServerNames, { isMariaDb }: ServerFacts): SqlNotation =>
  defined({
    readsOnce: isMariaDb ? undefined : (true as const),
    quote: quoteIdentifier,
    literal: quoteLiteral,
    comparesLoosely: true,
    // As bytes, because most collations ignore spaces at the end, utf8mb4_bin too.
    asText: (sql) => `CAST(CAST(${sql} AS CHAR CHARACTER SET utf8mb4) AS BINARY)`,
    tableOf: (target) => sqlName(parse(target)),
  })
