import { defined } from '../../core/catalog/defined.ts'
import { makeDailyBackups } from '../backup/daily-backups.ts'
import type { Worker } from './compose-worker.ts'
import { readDataFiles } from './data-files.ts'
import type { Runtime, RuntimeOptions } from './runtime.ts'

/** Writes a backup every day; nothing without BACKUP_DIR. With a passphrase the keys are part of it. */
export function composeBackups(
  { config, database, schema, log }: Runtime,
  { databaseUrl, masterKey }: Pick<RuntimeOptions, 'databaseUrl' | 'masterKey'>,
): Worker[] {
  const { backups, role, dataDir } = config
  if (!backups) return []
  const keys = backups.passphrase !== undefined
  // Only a process that runs everything has a data folder of its own.
  const place = { masterKey, ...defined({ dataDir: role === 'all' ? dataDir : undefined }) }
  const daily = makeDailyBackups({
    database,
    source: { databaseUrl, files: () => readDataFiles(place, keys) },
    ...backups,
    log,
  })
  schema.whenNewer(() => void daily.stop())
  return [{ start: async () => daily.start(), stop: daily.stop }]
}
