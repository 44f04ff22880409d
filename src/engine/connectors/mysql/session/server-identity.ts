import type { MysqlSession } from '../driver/mysql-session.ts'

/** Equal for two sessions on one server. Entity names contain the database, so the identity must distinguish servers. */
export async function serverIdentity(session: MysqlSession): Promise<string> {
  const [row] = await session.query(`SELECT CONCAT_WS('/', @@hostname, @@port, @@datadir, @@version) AS identity`)
  // MySQL has the first, MariaDB from 10.10 on has the second.
  const unique = await session
    .query('SELECT @@server_uuid AS id')
    .catch(() => session.query('SELECT @@server_uid AS id'))
    .catch(() => [])
  return `mysql/${row?.['identity']}/${unique[0]?.['id'] ?? ''}`
}
