import type { Connector } from '../../ports/connector.ts'
import { databaseCredentials } from '../sql/database-credentials.ts'
import { postgresMoments } from './changes/moments.ts'
import { openPostgresChangeLoad } from './changes/postgres-change-load.ts'
import { openPostgresChangeSource } from './changes/postgres-change-source.ts'
import { postgresTargetReadiness } from './changes/target-readiness.ts'
import { entityOf } from './rows/entity-of.ts'
import { describeRelations } from './schema/describe-relations.ts'
import { openSession } from './session/open-session.ts'
import { postgresError } from './session/postgres-problem.ts'
import { openPostgresSource } from './source/postgres-source.ts'
import { openPostgresDestination } from './target/postgres-destination.ts'
import { testPostgres } from './test-postgres.ts'

export const postgresConnector: Connector = {
  type: 'postgres',
  test: testPostgres,
  openSource: openPostgresSource,
  openDestination: openPostgresDestination,
  changeLog: { moments: async () => postgresMoments, open: openPostgresChangeSource },
  openChangeLoad: openPostgresChangeLoad,
  targetReadiness: postgresTargetReadiness,

  async discover(endpoint, context) {
    const credentials = databaseCredentials(endpoint, 'dbname')
    const session = await openSession(credentials, context)
    try {
      return (await describeRelations(session)).map((relation) => entityOf(relation))
    } catch (error) {
      context.signal.throwIfAborted()
      throw postgresError(error, undefined, credentials.password)
    } finally {
      await session.close()
    }
  },
}
