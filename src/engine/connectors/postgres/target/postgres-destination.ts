import { CONNECTION_TYPES } from '../../../../core/catalog/connections/connection-types.ts'
import { type Connector, type ConnectorContext, ConnectorError } from '../../../ports/connector.ts'
import type { Destination } from '../../../ports/destination.ts'
import type { SqlNotation } from '../../../ports/staged-query.ts'
import { type DatabaseCredentials, databaseCredentials } from '../../sql/database-credentials.ts'
import { destinationWork } from '../../sql/destination-work.ts'
import { estimateWrites } from '../../sql/estimate-tables.ts'
import { openWithRetries } from '../../sql/session-pool.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { TARGET_LOCKS } from '../fence/target-lock.ts'
import { joinRanges } from '../load/joined-ranges.ts'
import { ENCODING_OF_DATABASE } from '../rows/key-digest.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { entityName, nameInDefaultSchema, parseRelationName, sqlName } from '../schema/relation-name.ts'
import { databaseIdentity, lastingIdentity } from '../session/database-identity.ts'
import { openSession } from '../session/open-session.ts'
import { postgresError, postgresErrorInSql } from '../session/postgres-problem.ts'
import { settingsOfPeople } from '../session/settings-of-people.ts'
import { postgresStructure } from '../structure/postgres-structure.ts'
import { targetPreparation } from './prepare-target.ts'
import type { TargetWork } from './survey-targets.ts'
import { targetPlans } from './target-plans.ts'

const RECONNECT_TIMEOUT_MS = 15_000

export const openPostgresDestination: NonNullable<Connector['openDestination']> = async (endpoint, context) => {
  const credentials = databaseCredentials(endpoint, 'dbname')
  const session = await openWithRetries(() => openSession(credentials, context))
  try {
    const work = targetWork(session, credentials, context)
    return postgresDestination(work, session.serverVersion, await databaseIdentity(session))
  } catch (error) {
    await session.abandon()
    throw postgresError(error, 'destination', credentials.password)
  }
}

function targetWork(session: PostgresSession, credentials: DatabaseCredentials, context: ConnectorContext): TargetWork {
  let encoding: string | undefined
  return {
    ...destinationWork(session, {
      credentials,
      context,
      open: (within) => openSession(credentials, within),
      locks: TARGET_LOCKS,
      reconnectTimeoutMs: RECONNECT_TIMEOUT_MS,
      explain: (error) => postgresError(error, 'destination', credentials.password),
    }),
    knownTypes: new Set<string>(),
    encodingOf: async (asked) => {
      encoding ??= (await asked.query(ENCODING_OF_DATABASE))[0]?.['encoding'] ?? ''
      return encoding
    },
  }
}

function postgresDestination(work: TargetWork, serverVersion: string, identity: string): Destination {
  const { credentials, context, sessions, kept, explained } = work
  const open = () => openSession(credentials, context)
  return {
    identity,
    lastingIdentity: async () => (await work.asking(lastingIdentity)) ?? identity,
    serverVersion,
    modes: CONNECTION_TYPES.postgres.modes,
    places: { of: nameInDefaultSchema, areKept: true },
    findsVanished: true,
    sql: NOTATION,
    structure: postgresStructure(work),
    nameOf: (target) => entityName(parseRelationName(target)),
    estimate: async (writes) => estimateWrites(writes),
    ...targetPlans(work),
    ...targetPreparation(work),
    joinRanges: async (loadId, fence, assistant) =>
      joinRanges({ loadId, fence, assistant, secret: credentials.password, openSession: open }),
    holdTargets: (targets) => explained(() => kept.keep(targets)),
    executeSql: (sql, mayBegin) =>
      explained(async () => {
        const session = await sessions.beside(open)
        try {
          await kept.holdIn(session)
          await session.query(settingsOfPeople(session))
          await mayBegin()
          // Without values, so that the server takes several statements, as one transaction unless they say otherwise.
          await session.query(sql)
        } catch (error) {
          throw error instanceof ConnectorError ? error : postgresErrorInSql(error, sql, credentials.password)
        } finally {
          await session.close()
        }
      }),
    close: () => sessions.close(),
  }
}

const NOTATION: SqlNotation = {
  quote: quoteIdentifier,
  literal: quoteLiteral,
  asText: (sql) => `CAST(${sql} AS text) COLLATE "C"`,
  tableOf: (target) => sqlName(parseRelationName(target)),
}
