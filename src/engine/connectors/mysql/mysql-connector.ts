import type { Connector } from '../../ports/connector.ts'
import { databaseCredentials } from '../sql/database-credentials.ts'
import { mysqlMoments } from './changes/moments.ts'
import { openMysqlChangeLoad } from './changes/mysql-change-load.ts'
import { openMysqlChangeSource } from './changes/mysql-change-source.ts'
import { mysqlTargetReadiness } from './changes/target-readiness.ts'
import { describeTables } from './schema/describe-tables.ts'
import { serverNames } from './schema/server-names.ts'
import { mysqlError } from './session/mysql-problem.ts'
import { openSession } from './session/open-session.ts'
import { entityOf } from './source/entity-of.ts'
import { openMysqlSource } from './source/mysql-source.ts'
import { openMysqlDestination } from './target/mysql-destination.ts'
import { testMysql } from './test-mysql.ts'

export const mysqlConnector: Connector = {
  type: 'mysql',
  test: testMysql,
  openSource: openMysqlSource,
  openDestination: openMysqlDestination,
  openChangeLoad: openMysqlChangeLoad,
  targetReadiness: mysqlTargetReadiness,
  changeLog: { moments: async () => mysqlMoments, open: openMysqlChangeSource },

  async discover(endpoint, context) {
    const credentials = databaseCredentials(endpoint, 'database')
    const session = await openSession(credentials, 'read', context)
    try {
      const { database } = await serverNames(session, credentials.database)
      return (await describeTables(session, { database })).map((table) => entityOf(table, false))
    } catch (error) {
      context.signal.throwIfAborted()
      throw mysqlError(error, undefined, credentials.password)
    } finally {
      await session.close()
    }
  },
}
