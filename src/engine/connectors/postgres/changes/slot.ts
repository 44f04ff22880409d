import { defined } from '../../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { HeldLog, LogPosition } from '../../../ports/change-source.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { parseRelationName, sqlName } from '../schema/relation-name.ts'
import { lsnOf } from './log-position.ts'

/** Publishes the changes of exactly these tables under a name; those of partitions as changes of their table. */
export async function publish(session: PostgresSession, name: string, entities: readonly string[]): Promise<void> {
  const list = `TABLE ONLY ${entities.map((entity) => sqlName(parseRelationName(entity))).join(', ')}`
  const [known] = await session.query(
    `SELECT pubinsert AND pubupdate AND pubdelete AND pubtruncate AND pubviaroot AS is_whole FROM pg_catalog.pg_publication WHERE pubname = ${quoteLiteral(name)}`,
  )
  const publication = quoteIdentifier(name)
  if (known?.['is_whole'] === 'f')
    await session.query(
      `ALTER PUBLICATION ${publication} SET (publish = 'insert, update, delete, truncate', publish_via_partition_root = true)`,
    )
  await session.query(
    known
      ? `ALTER PUBLICATION ${publication} SET ${list}`
      : `CREATE PUBLICATION ${publication} FOR ${list} WITH (publish_via_partition_root = true)`,
  )
}

/** How long open transactions may keep a slot from being made. */
const PATIENCE = '30s'

/**
 * The server keeps its log from now on. Waits for the transactions that are open now.
 * @returns where the log begins. @throws ConnectorError `LOG_BUSY` that names the oldest transaction
 */
export async function createSlot(session: PostgresSession, slot: string): Promise<LogPosition> {
  await session.query(`SET statement_timeout = 0; SET lock_timeout = '${PATIENCE}'`)
  try {
    const [row] = await session.query(
      `SELECT lsn FROM pg_catalog.pg_create_logical_replication_slot(${quoteLiteral(slot)}, 'pgoutput')`,
    )
    return row?.['lsn'] ?? ''
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '55P03')) throw error
    throw await busy(session, error)
  }
}

/** Lets the server forget its log. Nothing happens if there is none. */
export async function dropSlot(session: PostgresSession, slot: string): Promise<void> {
  await session.query(
    `SELECT pg_catalog.pg_terminate_backend(active_pid) FROM pg_catalog.pg_replication_slots WHERE slot_name = ${quoteLiteral(slot)} AND active_pid IS NOT NULL`,
  )
  for (let tries = 0; ; tries++) {
    try {
      await session.query(
        `SELECT pg_catalog.pg_drop_replication_slot(slot_name) FROM pg_catalog.pg_replication_slots WHERE slot_name = ${quoteLiteral(slot)}`,
      )
      return
    } catch (error) {
      // The session that read it needs a moment to end.
      const isActive = error instanceof Error && 'code' in error && error.code === '55006'
      if (!isActive || tries === 20) throw error
      await session.query('SELECT pg_catalog.pg_sleep(0.1)')
    }
  }
}

/** The session of an earlier reader may live on for a while; the fence has locked it out. */
export async function endOtherReaders(session: PostgresSession, slot: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const [active] = await session.query(
      `SELECT pg_catalog.pg_terminate_backend(active_pid) FROM pg_catalog.pg_replication_slots WHERE slot_name = ${quoteLiteral(slot)} AND active_pid IS NOT NULL`,
    )
    if (!active) return
    await session.query('SELECT pg_catalog.pg_sleep(0.1)')
  }
}

export async function dropPublication(session: PostgresSession, name: string): Promise<void> {
  await session.query(`DROP PUBLICATION IF EXISTS ${quoteIdentifier(name)}`)
}

/**
 * From version 17 on, standbys that synchronize slots get it, so that the mirror goes on after one was promoted.
 * @param session one that reads the log. A server that refuses is as one without standbys.
 */
export async function keepOnStandbys(session: PostgresSession, slot: string): Promise<void> {
  const [row] = await session.query(
    `SELECT pg_catalog.to_jsonb(slot)->>'failover' AS failover FROM pg_catalog.pg_replication_slots slot WHERE slot_name = ${quoteLiteral(slot)}`,
  )
  if (row?.['failover'] !== 'false') return
  await session.query(`ALTER_REPLICATION_SLOT ${quoteIdentifier(slot)} (FAILOVER true)`).catch(() => {})
}

/** @throws ConnectorError `LOG_GAP` if the server no longer keeps what follows the position: it would start later without a word */
export async function requireLog(session: PostgresSession, slot: string, from: LogPosition): Promise<void> {
  const [row] = await session.query(
    `SELECT confirmed_flush_lsn AS confirmed, wal_status FROM pg_catalog.pg_replication_slots
     WHERE slot_name = ${quoteLiteral(slot)} AND database = pg_catalog.current_database()`,
  )
  if (!row) throw logGap(sentence`its replication slot ${slot} does not exist any more`)
  if (row['wal_status'] === 'lost') throw logGap(sentence`the server has removed it, because it had become too large`)
  const confirmed = row['confirmed'] ?? ''
  if (lsnOf(confirmed) > lsnOf(from))
    throw logGap(sentence`it begins at ${confirmed}, and the destination has changes up to ${from}`)
}

/** @returns nothing if there is no slot */
export async function heldLog(session: PostgresSession, slot: string): Promise<HeldLog | undefined> {
  const [row] = await session.query(
    `SELECT pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), restart_lsn)::bigint AS bytes,
       pg_catalog.pg_wal_lsn_diff(confirmed_flush_lsn, restart_lsn)::bigint AS others FROM pg_catalog.pg_replication_slots WHERE slot_name = ${quoteLiteral(slot)}`,
  )
  if (!row) return undefined
  const [oldest] = await session.query(OLDEST)
  const isOfAnother = Number(row['others']) > Number(row['bytes']) / 2
  const holder =
    oldest && isOfAnother
      ? { process: oldest['pid'] ?? '', account: oldest['account'] ?? '', seconds: Number(oldest['seconds']) }
      : undefined
  return defined({ bytes: Number(row['bytes'] ?? 0), holder })
}

const OLDEST = `SELECT pid, usename AS account, pg_catalog.date_part('epoch', pg_catalog.clock_timestamp() - xact_start)::int AS seconds
  FROM pg_catalog.pg_stat_activity WHERE backend_xid IS NOT NULL AND pid <> pg_catalog.pg_backend_pid() ORDER BY xact_start LIMIT 1`

async function busy(session: PostgresSession, cause: unknown): Promise<ConnectorError> {
  const [row] = await session.query(OLDEST)
  return new ConnectorError(
    {
      code: 'LOG_BUSY',
      message: sentence`A mirror can begin when the transactions that are open now have ended. The oldest is that of ${row?.['account'] ?? ''} (process ${row?.['pid'] ?? ''}), open for ${row?.['seconds'] ?? ''} seconds.`,
      hint: sentence`Wait for it, or end it: SELECT pg_terminate_backend(${row?.['pid'] ?? ''});`,
      retryable: true,
    },
    { cause },
  )
}

/** Older servers refuse to read what was written while there was no publication; it cannot be read any more. */
export const asLogGap = (error: unknown, name: string): unknown =>
  error instanceof Error && 'code' in error && error.code === '42704' && error.message.includes('publication')
    ? logGap(sentence`its publication ${name} was removed`)
    : error

export const logGap = (reason: Sentence) =>
  new ConnectorError({
    code: 'LOG_GAP',
    message: sentence`A part of the source's log is missing: ${reason}.`,
    hint: sentence`The tables must be compared with the source, and what differs must be copied again.`,
  })
