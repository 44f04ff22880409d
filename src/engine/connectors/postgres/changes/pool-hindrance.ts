import { sentence } from '../../../../core/catalog/sentence.ts'
import type { ConnectorContext } from '../../../ports/connector.ts'
import type { MirrorHindrance } from '../../../ports/mirror-readiness.ts'
import type { DatabaseCredentials } from '../../sql/database-credentials.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { openSession } from '../session/open-session.ts'
import { postgresProblem } from '../session/postgres-problem.ts'

/** A pooler, or `pg_hba.conf`, may accept ordinary sessions of the account and not those that read the log: one is tried. */
export async function poolHindrance(
  credentials: DatabaseCredentials,
  context: ConnectorContext,
): Promise<MirrorHindrance | undefined> {
  let session: PostgresSession | undefined
  try {
    session = await openSession({ ...credentials, readsLog: true }, context)
    await session.query('IDENTIFY_SYSTEM')
    return undefined
  } catch (error) {
    context.signal.throwIfAborted()
    const { message } = postgresProblem(error, 'source', credentials.password)
    return {
      reason: sentence`The log cannot be read at this address, which may be that of a pooler: connect the source to the server itself. ${message}`,
    }
  } finally {
    await session?.abandon()
  }
}
