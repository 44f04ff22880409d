import type { ChangeRequest, ChangeSource } from '../../../ports/change-source.ts'
import type { ConnectorContext, Endpoint } from '../../../ports/connector.ts'
import { databaseCredentials } from '../../sql/database-credentials.ts'
import { explaining } from '../../sql/explaining.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { LogStream } from '../driver/replication-stream.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { openSession } from '../session/open-session.ts'
import { postgresError } from '../session/postgres-problem.ts'
import { addedColumns, describeTables } from './described-tables.ts'
import { logChooser } from './log-chooser.ts'
import { lsnOf, positionOf } from './log-position.ts'
import { identifySystem, requireTimeline } from './log-timeline.ts'
import { loggedFields } from './logged-fields.ts'
import { mirrorReadiness } from './mirror-readiness.ts'
import { PgoutputReader } from './pgoutput-reader.ts'
import { poolHindrance } from './pool-hindrance.ts'
import {
  asLogGap,
  createSlot,
  dropPublication,
  dropSlot,
  endOtherReaders,
  heldLog,
  keepOnStandbys,
  publish,
  requireLog,
} from './slot.ts'

/** Beside those of every session: amounts of money as a number, and a server that waits for our next sign of life. */
const SETTINGS = `SET lc_monetary = 'C'; SET wal_sender_timeout = '60s'`

/**
 * Reads the log of a database through a slot and a publication of one name, which it makes itself.
 * @param name of ours; letters, digits and underscores. @param tables what is read of each, by its entity name. @throws ConnectorError
 */
export async function openPostgresChangeSource(
  endpoint: Endpoint,
  context: ConnectorContext,
  { name, tables, destination }: ChangeRequest,
): Promise<ChangeSource> {
  const credentials = databaseCredentials(endpoint, 'dbname')
  const explain = (error: unknown) => postgresError(error, 'source', credentials.password)
  const asking = await openAsking(credentials, context)
  const hasSteps = [...tables.values()].some((table) => table.hasSteps)
  const isForOther = destination !== undefined && destination !== 'postgres'
  const explained = explaining(explain, context.signal)
  const momentNow = async () => {
    // A snapshot names no transaction that is newer than the last one that has ended: with one of our own, every other has begun before it.
    await asking.query('SELECT pg_catalog.pg_current_xact_id()')
    return (await asking.query('SELECT pg_catalog.pg_current_snapshot() AS now'))[0]?.['now'] ?? ''
  }
  let session: PostgresSession | undefined
  let stream: LogStream | undefined
  return {
    readiness: (entities) =>
      explained(async () => {
        const { hindrances, tables: found } = await mirrorReadiness(asking, { slot: name, isForOther }, entities)
        const isOfServer = hindrances.some(({ entity }) => entity === undefined)
        const pooled = isOfServer ? undefined : await poolHindrance(credentials, context)
        return { hindrances: pooled ? [pooled, ...hindrances] : hindrances, tables: found }
      }),
    begin: (entities) =>
      explained(async () => {
        await dropSlot(asking, name)
        await publish(asking, name, entities)
        const place = await createSlot(asking, name)
        const reading = await openSession({ ...credentials, readsLog: true }, context)
        const { timeline } = await identifySystem(reading).finally(() => reading.abandon())
        return { position: positionOf(lsnOf(place), timeline), since: await momentNow() }
      }),
    choose: (entities) =>
      explained(async () => {
        await publish(asking, name, entities)
        return { since: await momentNow() }
      }),
    end: () =>
      explained(async () => {
        await dropSlot(asking, name)
        await dropPublication(asking, name)
      }),
    now: () =>
      explained(
        async () => (await asking.query('SELECT pg_catalog.pg_current_wal_insert_lsn() AS lsn'))[0]?.['lsn'] ?? '',
      ),
    describe: (entities) => explained(() => describeTables(asking, { name, tables }, entities)),
    addedColumns: async (entity, names, newest) =>
      tables.get(entity)?.hasSteps
        ? undefined
        : explained(() => addedColumns(asking, entity, { names, newest, isForOther })),
    held: () => explained(() => heldLog(asking, name)),
    async follow(from, sink, signal) {
      try {
        session = await openSession({ ...credentials, readsLog: true }, { ...context, signal })
        await session.query(SETTINGS)
        await requireLog(session, name, from)
        const timeline = await requireTimeline(session, from)
        await endOtherReaders(session, name)
        await keepOnStandbys(session, name)
        const place = (lsn: bigint) => positionOf(lsn, timeline)
        const statement = `START_REPLICATION SLOT ${quoteIdentifier(name)} LOGICAL ${positionOf(lsnOf(from))} (proto_version '1', publication_names ${quoteLiteral(quoteIdentifier(name))})`
        const fields = isForOther || hasSteps ? await loggedFields(asking) : undefined
        const reader = new PgoutputReader(
          sink,
          logChooser(tables, (entity, problem) => sink.refused?.(entity, problem), { fields, isForOther }),
          { from: lsnOf(from), place },
        )
        stream = session.readLog(statement, lsnOf(from), {
          onMessage: (bytes, begin, end) => reader.read(bytes, begin, end),
          // A server that looks for its place again tells places that have been passed long ago.
          onKeepalive: (end) => {
            if (!reader.isInside && end > reader.reached) sink.quiet(place(end))
          },
        })
        await stream.ended
      } catch (error) {
        if (!signal.aborted) throw explain(asLogGap(error, name))
      } finally {
        stream = undefined
        await session?.abandon()
      }
    },
    confirm: (position) => stream?.confirm(lsnOf(position)),
    pause: () => session?.pause(),
    resume: () => session?.resume(),
    close: async () => {
      await session?.abandon()
      await asking.close()
    },
  }
}

/** A source that refuses the writes of applications, before a cut-over, still lets its log be published and forgotten. */
async function openAsking(...[credentials, context]: Parameters<typeof openSession>): Promise<PostgresSession> {
  const session = await openSession(credentials, context)
  try {
    await session.query('SET default_transaction_read_only = off')
    return session
  } catch (error) {
    await session.abandon()
    throw postgresError(error, 'source', credentials.password)
  }
}
