import type { MysqlSession } from '../driver/mysql-session.ts'

export interface ServerIdentity {
  /** Equal for two sessions on one server. Entity names contain the database, so the identity must distinguish servers. */
  readonly now: string
  /** Also after a restart, an upgrade and under another name; a copy of the server's files may have the same one. */
  readonly lasting: string
}

export async function serverIdentity(session: MysqlSession): Promise<ServerIdentity> {
  const [row] = await session.query(
    `SELECT CONCAT_WS('/', @@hostname, @@port, @@datadir) AS place, @@version AS version`,
  )
  // MySQL has the first, MariaDB from 10.10 on has the second.
  const unique = await session
    .query('SELECT @@server_uuid AS id')
    .catch(() => session.query('SELECT @@server_uid AS id'))
    .catch(() => [])
  const id = unique[0]?.['id'] ?? ''
  const place = row?.['place'] ?? ''
  return { now: `mysql/${place}/${row?.['version']}/${id}`, lasting: `mysql/${id === '' ? place : id}` }
}
