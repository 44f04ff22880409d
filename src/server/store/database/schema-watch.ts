import { readdir } from 'node:fs/promises'

import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import { VERSION } from '../../host/version.ts'
import type { Database } from './database.ts'
import { listMigrations, tooNew } from './list-migrations.ts'
import { MIGRATIONS } from './migrate.ts'
import type { Notifications } from './notifications.ts'

/** Notices when a newer version of the program has migrated the store so that this process cannot go on. */
export interface SchemaWatch {
  /** The names of migrations that this version cannot work with; queried each time. */
  newer(): Promise<readonly string[]>
  /** Calls `act` once, as soon as there is one. */
  whenNewer(act: () => void): void
}

interface Options {
  readonly database: Database
  readonly notifications: Notifications
  readonly log: Log
}

export async function makeSchemaWatch({ database, notifications, log }: Options): Promise<SchemaWatch> {
  const known = new Set(await readdir(MIGRATIONS))
  const acts: (() => void)[] = []

  const newer = async () => {
    const unusable = tooNew(await database.asSystem(listMigrations), known, VERSION)
    if (unusable.length > 0) for (const act of acts.splice(0)) act()
    return unusable
  }
  notifications.listen('millrace_schema', () => {
    newer().catch((error: unknown) => log.warn('schema', { error: describeError(error) }))
  })

  return { newer, whenNewer: (act) => acts.push(act) }
}
