import { defined } from '../../../../core/catalog/defined.ts'
import { durationWords } from '../../../../core/catalog/duration-words.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { MysqlSession, TextRow } from '../driver/mysql-session.ts'

/** Facts about another session. */
export interface OtherSession {
  readonly id: string
  readonly row: TextRow
  /** The start of its InnoDB transaction, in UTC. */
  readonly since?: string
}

const LONGEST_STATEMENT = 200

/** Open transactions by session. Absent: the account has no permission to see them. */
export async function openTransactions(session: MysqlSession): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    // The server returns the time of its own clock, whatever the zone of the session.
    const rows = await session.query(
      `SELECT trx_mysql_thread_id AS id, DATE_FORMAT(CONVERT_TZ(trx_started, 'SYSTEM', '+00:00'), '%Y-%m-%d %H:%i:%s') AS since
       FROM information_schema.INNODB_TRX WHERE trx_mysql_thread_id > 0`,
    )
    return new Map(rows.map((row) => [row['id'] ?? '', row['since'] ?? '']))
  } catch {
    return undefined
  }
}

/** The sessions that the account may see: its own, or all with the privilege PROCESS. Sessions of the server itself are left out. */
export async function otherSessions(
  session: MysqlSession,
  transactions: ReadonlyMap<string, string> | undefined,
): Promise<readonly OtherSession[]> {
  const rows = await session.query(
    `SELECT ID AS id, USER AS account, HOST AS host, DB AS db, COMMAND AS command, TIME AS seconds, INFO AS statement
     FROM information_schema.PROCESSLIST
     WHERE ID <> CONNECTION_ID() AND COMMAND NOT IN ('Daemon', 'Binlog Dump', 'Binlog Dump GTID') AND USER NOT IN ('system user', 'event_scheduler')`,
  )
  return rows.map((row) => {
    const id = row['id'] ?? ''
    const since = transactions?.get(id)
    return defined({ id, row, since })
  })
}

/** Such as `session 12 (etl from 10.0.0.5), in a transaction since 2026-01-01 12:00:00 UTC, with: UPDATE …`. */
export function describeSession({ id, row, since }: OtherSession, lastStatement?: string | null): Sentence {
  const { account, host, command, seconds, statement } = row
  const text = (statement ?? lastStatement ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_STATEMENT)
  let description = sentence`session ${id}`
  if (account != null && host == null) description = sentence`${description} (${account})`
  if (account != null && host != null)
    description = sentence`${description} (${account} from ${host.replace(/:\d+$/, '')})`
  if (since !== undefined) description = sentence`${description}, in a transaction since ${since} UTC`
  if (command === 'Sleep' && seconds != null)
    description = sentence`${description}, idle for ${durationWords(Number(seconds))}`
  return text === '' ? description : sentence`${description}, with: ${text}`
}
