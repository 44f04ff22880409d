import { join } from 'node:path'

import { isLocked } from '../host/folder-lock.ts'
import { urlOfRunning } from '../store/embedded-postgres/running-postgres.ts'
import type { Config } from './config.ts'

/** The database of this installation; none while it is the embedded one and Millrace does not run. */
export async function storeUrlOf({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<string | undefined> {
  if (databaseUrl !== undefined) return databaseUrl
  return (await isLocked(join(dataDir, 'lock'))) ? urlOfRunning(dataDir) : undefined
}
