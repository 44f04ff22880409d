import { describeError } from '../host/describe-error.ts'
import type { Log } from '../host/log.ts'
import type { Database } from '../store/database/database.ts'
import { forgetEnded, listEnded } from '../store/organizations/ended-organizations.ts'
import { dropSampleData } from './create-sample-data.ts'

interface Deps {
  readonly database: Database
  readonly databaseUrl: string
  readonly log: Log
}

/** The organizations are already deleted: databases that cannot be removed are logged for the operator, and tried again later. */
export async function clearEnded({ database, databaseUrl, log }: Deps): Promise<void> {
  for (const organizationId of await database.asSystem(listEnded)) {
    try {
      await dropSampleData({ adminUrl: databaseUrl, organizationId })
      await database.asSystem((query) => forgetEnded(query, organizationId))
    } catch (error) {
      log.error('sample databases are left over', { organizationId, error: describeError(error) })
    }
  }
}
