import { sentence } from '../../../../core/catalog/sentence.ts'
import type { ChangeRequest, ChangeSource, LoggedTable } from '../../../ports/change-source.ts'
import { type ConnectorContext, ConnectorError, type Endpoint } from '../../../ports/connector.ts'
import { databaseCredentials } from '../../sql/database-credentials.ts'
import { explaining } from '../../sql/explaining.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { LogStream } from '../driver/replication-stream.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { openSession } from '../session/open-session.ts'
import { postgresError } from '../session/postgres-problem.ts'
import { mirrorReadiness } from './mirror-readiness.ts'
import { type LoggedRelation, lsnOf, PgoutputReader, positionOf } from './pgoutput-reader.ts'
import { createSlot, dropPublication, dropSlot, heldLog, publish, requireLog } from './slot.ts'

/** `xml` and `xml[]`: what a document declares of its encoding is not in the log. */
const XML_TYPES = [142, 143]

/** Beside those of every session: amounts of money as a number. */
const SETTINGS = `SET lc_monetary = 'C'`

/**
 * Reads the log of a database through a slot and a publication of one name, which it makes itself.
 * @param name of ours; letters, digits and underscores. @param tables what is read of each, by its entity name. @throws ConnectorError
 */
export async function openPostgresChangeSource(
  endpoint: Endpoint,
  context: ConnectorContext,
  { name, tables }: ChangeRequest,
): Promise<ChangeSource> {
  const credentials = databaseCredentials(endpoint, 'dbname')
  const explain = (error: unknown) => postgresError(error, 'source', credentials.password)
  const asking = await openSession(credentials, context)
  const explained = explaining(explain, context.signal)
  const momentNow = async () => {
    // A snapshot names no transaction that is newer than the last one that has ended: with one of our own, every other has begun before it.
    await asking.query('SELECT pg_catalog.pg_current_xact_id()')
    return (await asking.query('SELECT pg_catalog.pg_current_snapshot() AS now'))[0]?.['now'] ?? ''
  }
  let session: PostgresSession | undefined
  let stream: LogStream | undefined
  return {
    readiness: (entities) => explained(() => mirrorReadiness(asking, name, entities)),
    begin: (entities) =>
      explained(async () => {
        await dropSlot(asking, name)
        await publish(asking, name, entities)
        const position = await createSlot(asking, name)
        return { position, since: await momentNow() }
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
    held: () => explained(() => heldLog(asking, name)),
    async follow(from, sink, signal) {
      try {
        session = await openSession({ ...credentials, readsLog: true }, { ...context, signal })
        await session.query(SETTINGS)
        await requireLog(session, name, from)
        const statement = `START_REPLICATION SLOT ${quoteIdentifier(name)} LOGICAL ${from} (proto_version '1', publication_names ${quoteLiteral(quoteIdentifier(name))})`
        const reader = new PgoutputReader(sink, chooser(tables), lsnOf(from))
        stream = session.readLog(statement, lsnOf(from), {
          onMessage: (bytes, begin, end) => reader.read(bytes, begin, end),
          onKeepalive: (end) => {
            if (!reader.isInside) sink.quiet(positionOf(end))
          },
        })
        await stream.ended
      } catch (error) {
        if (!signal.aborted) throw explain(error)
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

/** Chooses what is read of each table, and notices when that has changed. */
function chooser(tables: ChangeRequest['tables']): (relation: LoggedRelation) => LoggedTable | undefined {
  const tablesOf = new Map<string, LoggedTable>()
  return (relation) => {
    const wanted = tables.get(relation.name)
    if (!wanted) return undefined
    const names = new Set(relation.columns.map(({ name }) => name))
    const missing = wanted.columns.find((name) => !names.has(name))
    if (missing !== undefined) throw columnGone(relation.name, missing)
    const xml = relation.columns.find(({ name, type }) => wanted.columns.includes(name) && XML_TYPES.includes(type))
    if (xml) throw notInLog(relation.name, xml.name)
    const known = relation.columns.filter(({ isKey }) => isKey).map(({ name }) => name)
    const isFound = relation.identity === 'nothing' || wanted.key.every((name) => known.includes(name))
    if (!isFound) throw keyUnknown(relation.name, wanted.key)
    const table = tablesOf.get(relation.name) ?? {
      name: relation.name,
      columns: wanted.columns,
      key: wanted.key.map((name) => wanted.columns.indexOf(name)),
    }
    tablesOf.set(relation.name, table)
    return table
  }
}

const columnGone = (table: string, column: string) =>
  new ConnectorError({
    code: 'COLUMN_NOT_FOUND',
    message: sentence`${table} no longer has the column ${column}.`,
  })

const keyUnknown = (table: string, key: readonly string[]) =>
  new ConnectorError({
    code: 'KEY_REQUIRED',
    message: sentence`The log of ${table} no longer has the key (${key.join(', ')}) of rows that change or go.`,
    hint: sentence`Execute at the source: ALTER TABLE ${table} REPLICA IDENTITY DEFAULT, or choose the columns of its replica identity as the key.`,
  })

const notInLog = (table: string, column: string) =>
  new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: sentence`The log does not contain all of ${table}.${column}: of an XML document it leaves out which encoding the document declares.`,
    hint: sentence`Leave the column out, or change its type to text at the source.`,
  })
