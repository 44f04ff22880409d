import type { Connector } from '../../ports/connector.ts'
import { describeRelations } from './describe-relations.ts'
import { entityOf } from './entity-of.ts'
import { openSession } from './open-session.ts'
import { postgresCredentials } from './postgres-credentials.ts'
import { openPostgresDestination } from './postgres-destination.ts'
import { postgresError } from './postgres-problem.ts'
import { openPostgresSource } from './postgres-source.ts'
import { testPostgres } from './test-postgres.ts'

export const postgresConnector: Connector = {
  type: 'postgres',
  test: testPostgres,
  openSource: openPostgresSource,
  openDestination: openPostgresDestination,

  async discover(endpoint, context) {
    const credentials = postgresCredentials(endpoint)
    const session = await openSession(credentials, context)
    try {
      return (await describeRelations(session)).map(entityOf)
    } catch (error) {
      context.signal.throwIfAborted()
      throw postgresError(error, undefined, credentials.password)
    } finally {
      await session.close()
    }
  },
}
