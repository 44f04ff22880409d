import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { isMysqlSince8, type MysqlSession } from '../driver/mysql-session.ts'
import type { SessionUse } from '../driver/sign-in.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'

/** Values as `SHOW VARIABLES` shows them. */
type Settings = Readonly<Record<string, string>>

/**
 * Settings of every version, without which the session could not even ask for the others. Zero and invalid dates are allowed, because tables may
 * contain them.
 */
const REQUIRED: Settings = {
  autocommit: 'ON',
  // Sets `sql_big_selects` back, so it precedes it.
  max_join_size: '18446744073709551615',
  sql_big_selects: 'ON',
  sql_auto_is_null: 'OFF',
  sql_mode: 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES',
  sql_safe_updates: 'OFF',
  sql_select_limit: '18446744073709551615',
  time_zone: '+00:00',
}

/**
 * What else changes which rows are read, how values or names are read, written, compared or spelled, or how long a session may work or wait. A version
 * may not have all of them, so each is set only where the server has another value. Always values, never DEFAULT: that is what the server has set.
 * docs/connectors/mysql-settings.md has a verdict on each of the others.
 */
const WANTED: Settings = {
  block_encryption_mode: 'aes-128-ecb',
  character_set_filesystem: 'binary',
  check_constraint_checks: 'ON',
  completion_type: 'NO_CHAIN',
  cte_max_recursion_depth: '4294967295',
  default_regex_flags: '',
  default_week_format: '0',
  div_precision_increment: '4',
  explain_format: 'TRADITIONAL',
  explicit_defaults_for_timestamp: 'ON',
  foreign_key_checks: 'ON',
  // The longest packet that a server can send.
  group_concat_max_len: '1073741824',
  idle_readonly_transaction_timeout: '0',
  idle_transaction_timeout: '0',
  idle_write_transaction_timeout: '0',
  // No numbers of tables from a cache that is a day old.
  information_schema_stats_expiry: '0',
  innodb_lock_wait_timeout: '50',
  innodb_snapshot_isolation: 'OFF',
  lc_messages: 'en_US',
  lc_time_names: 'en_US',
  // While tables are described, MariaDB answers after this time as if the table did not exist.
  lock_wait_timeout: '86400',
  max_error_count: '1024',
  max_execution_time: '0',
  max_recursive_iterations: '4294967295',
  max_sort_length: '1024',
  max_statement_time: '0',
  net_read_timeout: '3600',
  net_write_timeout: '3600',
  note_verbosity: 'basic',
  old_mode: 'UTF8_IS_UTF8MB3',
  show_create_table_verbosity: 'OFF',
  show_old_temporals: 'OFF',
  sql_buffer_result: 'OFF',
  sql_if_exists: 'OFF',
  sql_notes: 'ON',
  sql_quote_show_create: 'ON',
  standard_compliant_cte: 'ON',
  system_versioning_asof: 'DEFAULT',
  unique_checks: 'ON',
  wait_timeout: '2147483',
}

/** A session that somebody kills in MySQL 5.7 while it receives rows can hold its locks for so long. */
const OLDER_MYSQL: Settings = { net_read_timeout: '600' }

/** Without these a run would read other rows or values, or write what the target forbids; the others only cost time or an error. */
const NEEDED_TO: Readonly<Record<SessionUse, readonly string[]>> = {
  read: ['group_concat_max_len', 'max_recursive_iterations', 'system_versioning_asof'],
  write: ['check_constraint_checks', 'explicit_defaults_for_timestamp', 'foreign_key_checks', 'unique_checks'],
  script: [],
}

const ISOLATION = 'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ'

/** Only `SET timestamp` stops the clock of a session; `init_connect` could. A server that forbids it has a clock that goes. */
const OWN_CLOCK = 'SET SESSION timestamp = 0'

/**
 * Makes rows, values and names independent of the settings of the server and of what it executes when somebody connects (`init_connect`).
 * @throws ConnectorError `SETTING_REFUSED` if one that matters keeps another value; or the server's answer
 */
export async function applySettings(session: MysqlSession, use: SessionUse): Promise<void> {
  await session.query('SET NAMES utf8mb4')
  await session.query(assignment(Object.entries(REQUIRED)))
  await session.query(ISOLATION)
  await session.query(OWN_CLOCK).catch(() => {})
  const isOlder = !session.facts.isMariaDb && !isMysqlSince8(session.facts)
  const wanted = isOlder ? { ...WANTED, ...OLDER_MYSQL } : WANTED
  const found = await shown(session, [...Object.keys(REQUIRED), ...Object.keys(wanted)])
  // A proxy may answer a SET and drop it.
  refuseOther(found, REQUIRED, Object.keys(REQUIRED))
  const others = Object.entries(wanted).filter((setting) => isOther(found, setting))
  if (others.length === 0) return
  // Together, or one by one if the server refuses one of them.
  const areSet = session.query(assignment(others)).then(
    () => true,
    () => false,
  )
  if (await areSet) return
  for (const setting of others) await session.query(assignment([setting])).catch(() => {})
  const needed = NEEDED_TO[use]
  if (needed.length > 0) refuseOther(await shown(session, needed), WANTED, needed)
}

const assignment = (settings: readonly (readonly [string, string])[]) =>
  `SET SESSION ${settings.map(([name, value]) => `${name} = ${/^\d+$/.test(value) ? value : quoteLiteral(value)}`).join(', ')}`

async function shown(session: MysqlSession, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await session.query(
    `SHOW SESSION VARIABLES WHERE Variable_name IN (${names.map(quoteLiteral).join(', ')})`,
  )
  return new Map(rows.map((row) => [(row['Variable_name'] ?? '').toLowerCase(), row['Value'] ?? '']))
}

/** Whether the server has the setting, with another value: a list in another order is the same, and so is 0.000000. */
function isOther(found: ReadonlyMap<string, string>, [name, value]: readonly [string, string]): boolean {
  const now = found.get(name)
  if (now === undefined) return false
  const isNumber = /^\d+$/.test(value)
  return isNumber ? now.replace(/\.0+$/, '') !== value : listOf(now) !== listOf(value)
}

const listOf = (value: string) => value.toUpperCase().split(',').sort().join(',')

function refuseOther(found: ReadonlyMap<string, string>, wanted: Settings, names: readonly string[]): void {
  for (const name of names) {
    const value = wanted[name] ?? ''
    if (!isOther(found, [name, value])) continue
    throw new ConnectorError({
      code: 'SETTING_REFUSED',
      message: sentence`The session keeps ${name} = ${found.get(name) ?? ''}, although it was set to ${value}: rows or values could be lost.`,
      hint: sentence`Connect to the server itself if a proxy is between, or set ${name} in the configuration of the server.`,
    })
  }
}
