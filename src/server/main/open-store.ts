import { isDataFolderInUse, openDataFolder } from '../host/data-folder.ts'
import type { Log } from '../host/log.ts'
import { StartFailure } from '../host/start-failure.ts'
import { openSession } from '../store/database/store-session.ts'
import { hasCluster, urlOfRunning } from '../store/embedded-postgres/running-postgres.ts'
import { startEmbeddedPostgres } from '../store/embedded-postgres/start-embedded-postgres.ts'
import type { StorePlace } from './store-place.ts'

export interface OpenStore {
  readonly url: string
  /** Stops what was started for this. */
  close(): Promise<void>
}

/**
 * Makes the store of an installation reachable, whether Millrace runs or not: the embedded server of a process that runs is
 * used as it is, and otherwise started. @throws StartFailure
 */
export async function openStore(place: Pick<StorePlace, 'databaseUrl' | 'dataDir'>, log: Log): Promise<OpenStore> {
  if (place.databaseUrl !== undefined) return { url: place.databaseUrl, close: async () => {} }
  // Nothing is written into the folder of a running Millrace, whose disk may be full.
  if (await isDataFolderInUse(place.dataDir)) return { url: await runningUrl(place.dataDir), close: async () => {} }
  return startStore(place.dataDir, log)
}

/** Starts the embedded server for the caller alone. @throws StartFailure while Millrace runs on it */
export async function startStore(dataDir: string, log: Log): Promise<OpenStore> {
  if (!hasCluster(dataDir)) {
    throw new StartFailure(
      `There is no store of Millrace in ${dataDir}. Set DATA_DIR to the data folder of the installation, or DATABASE_URL to its database.`,
    )
  }
  const folder = await openDataFolder(dataDir)
  const postgres = await startEmbeddedPostgres({ dataFolder: dataDir, log }).catch(async (error: unknown) => {
    await folder.release()
    throw error
  })
  return {
    url: postgres.url,
    close: async () => {
      await postgres.stop()
      await folder.release()
    },
  }
}

async function runningUrl(dataDir: string): Promise<string> {
  try {
    const url = await urlOfRunning(dataDir)
    await (await openSession(url)).end()
    return url
  } catch {
    throw new StartFailure(
      'Millrace is just starting or stopping, so its database does not answer. Try again in a moment.',
    )
  }
}
