import type { Connector } from '../../ports/connector.ts'
import { describeTables } from './describe-tables.ts'
import { entityOf } from './entity-of.ts'
import { mysqlCredentials } from './mysql-credentials.ts'
import { openMysqlDestination } from './mysql-destination.ts'
import { mysqlError } from './mysql-problem.ts'
import { openMysqlSource } from './mysql-source.ts'
import { openSession } from './open-session.ts'
import { testMysql } from './test-mysql.ts'

export const mysqlConnector: Connector = {
  type: 'mysql',
  test: testMysql,
  openSource: openMysqlSource,
  openDestination: openMysqlDestination,

  async discover(endpoint, context) {
    const credentials = mysqlCredentials(endpoint)
    const session = await openSession(credentials, 'read', context)
    try {
      return (await describeTables(session, { database: credentials.database })).map((table) => entityOf(table, false))
    } catch (error) {
      context.signal.throwIfAborted()
      throw mysqlError(error, undefined, credentials.password)
    } finally {
      await session.close()
    }
  },
}
