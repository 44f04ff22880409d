import { sentence } from '../../../../core/catalog/sentence.ts'
import type { MirrorHindrance } from '../../../ports/mirror-readiness.ts'
import { isMysqlSince8, type MysqlSession } from '../driver/mysql-session.ts'

/** A log that is forgotten sooner would be gone before a stopped mirror goes on. */
const SHORTEST_RETENTION_S = 24 * 60 * 60

/** The settings that say whether the log has everything; as text, and absent where a version does not have them. */
const SETTINGS = [
  'log_bin',
  'binlog_format',
  'binlog_row_image',
  'binlog_row_metadata',
  'binlog_row_value_options',
  'binlog_expire_logs_seconds',
  'expire_logs_days',
  'server_id',
  'gtid_mode',
] as const

type Settings = ReadonlyMap<string, string>

/** What of the server and of the account keeps the log from being read. @throws the server's own errors */
export async function serverHindrances(session: MysqlSession): Promise<readonly MirrorHindrance[]> {
  const rows = await session.query(
    `SHOW GLOBAL VARIABLES WHERE Variable_name IN (${SETTINGS.map((name) => `'${name}'`).join(', ')})`,
  )
  const settings: Settings = new Map(
    rows.map((row) => [(row['Variable_name'] ?? '').toLowerCase(), row['Value'] ?? '']),
  )
  if (settings.get('log_bin') !== 'ON')
    return [
      {
        reason: sentence`The server keeps no log of its changes (log_bin = OFF).`,
        statement: '[mysqld]\nlog_bin = log\nserver_id = 1\nbinlog_format = ROW\nbinlog_row_metadata = FULL',
        needsRestart: true,
      },
    ]
  if (!session.facts.isMariaDb && !isMysqlSince8(session.facts))
    return [{ reason: sentence`A mirror of MySQL needs version 8 or newer.` }]
  return [...settingHindrances(settings, session.facts.isMariaDb), ...(await accountHindrances(session))]
}

function settingHindrances(settings: Settings, isMariaDb: boolean): readonly MirrorHindrance[] {
  const found: MirrorHindrance[] = []
  const require = (name: string, value: string, reason: MirrorHindrance['reason']) => {
    const now = settings.get(name)
    if (now !== undefined && now.toUpperCase() !== value)
      found.push({ reason, statement: `SET GLOBAL ${name} = '${value}';` })
  }
  const shown = (name: string) => settings.get(name) ?? ''
  require('binlog_format', 'ROW', sentence`The log of the server has statements instead of rows (binlog_format = ${shown('binlog_format')}). Sessions that are open keep the old value until they end.`)
  require('binlog_row_image', 'FULL', sentence`The log of the server has parts of rows only (binlog_row_image = ${shown('binlog_row_image')}). Sessions that are open keep the old value until they end.`)
  require('binlog_row_metadata', 'FULL', sentence`The log of the server does not name the columns of its rows (binlog_row_metadata = ${shown('binlog_row_metadata')}).`)
  require('binlog_row_value_options', '', sentence`The log of the server has parts of documents only (binlog_row_value_options = ${shown('binlog_row_value_options')}).`)
  if (!isMariaDb && settings.get('gtid_mode') !== 'ON')
    found.push({
      reason: sentence`The transactions in the log of the server have no global ids (gtid_mode = ${shown('gtid_mode')}).`,
      statement: `SET GLOBAL enforce_gtid_consistency = ON; SET GLOBAL gtid_mode = OFF_PERMISSIVE; SET GLOBAL gtid_mode = ON_PERMISSIVE; SET GLOBAL gtid_mode = ON;`,
    })
  if (settings.get('server_id') === '0')
    found.push({
      reason: sentence`The server has no number of its own (server_id = 0).`,
      statement: 'SET GLOBAL server_id = 1;',
    })
  const seconds = retention(settings)
  if (seconds > 0 && seconds < SHORTEST_RETENTION_S)
    found.push({
      reason: sentence`The server keeps its log for ${Math.round(seconds / 60)} minutes only.`,
      statement: settings.has('binlog_expire_logs_seconds')
        ? 'SET GLOBAL binlog_expire_logs_seconds = 259200;'
        : 'SET GLOBAL expire_logs_days = 3;',
    })
  return found
}

/** In seconds; 0 for ever. */
const retention = (settings: Settings): number =>
  Number(settings.get('binlog_expire_logs_seconds') ?? 0) || Number(settings.get('expire_logs_days') ?? 0) * 86_400

/** MySQL, and MariaDB before 10.5, call everything that a replica may do by one name. */
async function accountHindrances(session: MysqlSession): Promise<readonly MirrorHindrance[]> {
  const grants = (await session.query('SHOW GRANTS')).flatMap((row) => Object.values(row)).join('\n')
  const [row] = await session.query('SELECT CURRENT_USER() AS account')
  const account = (row?.['account'] ?? '').replace(/^(.*)@([^@]*)$/s, (_, user, host) => `'${user}'@'${host}'`)
  const found: MirrorHindrance[] = []
  if (!/\bREPLICATION SLAVE\b(?! ADMIN)|GRANT ALL PRIVILEGES ON \*\.\*/i.test(grants))
    found.push({
      reason: sentence`The account may not read the log.`,
      statement: `GRANT REPLICATION SLAVE ON *.* TO ${account};`,
    })
  return found
}
