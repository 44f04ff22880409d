import type { MysqlSession } from '../driver/mysql-session.ts'

const SETTINGS = `'log_bin', 'log_slave_updates', 'wsrep_on', 'gtid_mode'`

/**
 * Whether every transaction of the server is in its log, and can be told apart there: none of another server is left out, and none of another database.
 * @returns false also if the account may not know. Only what somebody keeps out for himself (`sql_log_bin`) is not seen.
 */
export async function hasWholeLog(session: MysqlSession): Promise<boolean> {
  const rows = await session.query(`SHOW GLOBAL VARIABLES WHERE Variable_name IN (${SETTINGS})`)
  const isOn = (name: string) => rows.some((row) => row['Variable_name'] === name && row['Value'] === 'ON')
  if (!isOn('log_bin')) return false
  const hasOthers = session.facts.isMariaDb
    ? isOn('log_slave_updates') || !(isOn('wsrep_on') || (await isReplica(session)))
    : isOn('gtid_mode')
  return hasOthers && (await isUnfiltered(session))
}

async function isReplica(session: MysqlSession): Promise<boolean> {
  const [row] = await session.query(`SHOW GLOBAL STATUS LIKE 'Slaves_running'`)
  return row?.['Value'] !== '0'
}

/** MySQL has renamed the statement. */
const LOG_STATUS = ['SHOW BINARY LOG STATUS', 'SHOW MASTER STATUS']

async function isUnfiltered(session: MysqlSession): Promise<boolean> {
  for (const statement of LOG_STATUS) {
    const [row] = await session.query(statement).catch(() => [])
    if (row) return !row['Binlog_Do_DB'] && !row['Binlog_Ignore_DB']
  }
  return false
}
