import type { MysqlSession } from '../driver/mysql-session.ts'
import { GtidSet } from './gtid-set.ts'
import { placeText } from './log-place.ts'

/** The same for every session on one server, and after its restart. */
export async function logIdentity(session: MysqlSession): Promise<string> {
  const name = session.facts.isMariaDb ? 'server_uid' : 'server_uuid'
  const [row] = await session.query(`SELECT @@${name} AS id`)
  return row?.['id'] ?? ''
}

const CLOCK = 'UNIX_TIMESTAMP(NOW(6))'

/** Everything that is in the log now; a transaction is there before anybody sees its rows (MariaDB), or when they are seen (MySQL). */
export async function presentPlace(session: MysqlSession, server: string): Promise<string> {
  const name = session.facts.isMariaDb ? 'gtid_binlog_pos' : 'gtid_executed'
  const [row] = await session.query(`SELECT @@global.${name} AS seen, ${CLOCK} AS at`)
  return placeText({ server, seen: GtidSet.parse(row?.['seen'] ?? ''), at: Number(row?.['at']) })
}

/** Where a snapshot stands in the log of MariaDB. */
interface SnapshotFile {
  readonly file: string
  readonly position: number
}

/**
 * Of a snapshot that was begun with `START TRANSACTION WITH CONSISTENT SNAPSHOT`: MariaDB notes the place in its log with it.
 * @returns nothing if the server has no log. Source: MariaDB, "START TRANSACTION", "Binlog_snapshot_position"
 */
export async function snapshotFile(session: MysqlSession): Promise<SnapshotFile | undefined> {
  const rows = await session.query(`SHOW SESSION STATUS LIKE 'Binlog\\_snapshot\\_%'`)
  const status = new Map(rows.map((row) => [row['Variable_name']?.toLowerCase(), row['Value'] ?? '']))
  const file = status.get('binlog_snapshot_file') ?? ''
  return file === '' ? undefined : { file, position: Number(status.get('binlog_snapshot_position') ?? 0) }
}

/** What the snapshot of a session of MariaDB sees; see `snapshotFile`. @returns nothing if the server has no log */
export async function snapshotPlace(session: MysqlSession): Promise<string | undefined> {
  const found = session.facts.isMariaDb ? await snapshotFile(session) : undefined
  if (!found) return undefined
  const [row] = await session.query(`SELECT BINLOG_GTID_POS(?, ?) AS seen, ${CLOCK} AS at`, [
    found.file,
    found.position,
  ])
  if (row?.['seen'] == null) return undefined
  return placeText({ server: await logIdentity(session), seen: GtidSet.parse(row['seen']), at: Number(row['at']) })
}
