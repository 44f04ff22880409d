import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { rewrapEverything } from '../domain/master-key/rewrap-everything.ts'
import { openDataFolder } from '../host/data-folder.ts'
import type { Log } from '../host/log.ts'
import { StartFailure } from '../host/start-failure.ts'
import { refuseOthers } from '../store/database/refuse-others.ts'
import { openSession } from '../store/database/store-session.ts'
import { startEmbeddedPostgres } from '../store/embedded-postgres/start-embedded-postgres.ts'
import {
  KEY_FILES,
  newMasterKey,
  type ReplacedKey,
  readKey,
  readReplacedKeys,
  writeKey,
  writeReplacedKeys,
} from './master-key.ts'

export interface RotateOptions {
  readonly dataFolder: string
  /** Absent: the embedded server, which is started for this. */
  readonly databaseUrl?: string
  readonly log: Log
}

/** They would seal with the earlier key for as long as they run, and nothing opens that later. */
const OTHERS =
  'Other processes of Millrace use this database with the earlier key. Stop them, and run "millrace rotate-key" again; nothing was changed. To replace the key while they run, give all of them its content as MASTER_KEY first.'

/**
 * Replaces the master key in the data folder, and wraps everything with the new one, while Millrace is stopped. After a kill at any point
 * every secret still opens: the new key is on the disk before the first use of it, and the old one stays until nothing needs it.
 * A rotation that was interrupted is continued.
 * @throws StartFailure while Millrace runs on the folder or the database, or when there is no key yet
 */
export async function rotateKeptKey({ dataFolder, databaseUrl, log }: RotateOptions) {
  const folder = await openDataFolder(dataFolder)
  try {
    if (databaseUrl !== undefined) await refuseOthersOf(databaseUrl)
    const current = await readKey(dataFolder, KEY_FILES.current)
    if (!current) throw new StartFailure(`There is no master key in ${dataFolder}; the first start creates it.`)
    const next = (await readKey(dataFolder, KEY_FILES.next)) ?? newMasterKey()
    const replaced = await readReplacedKeys(dataFolder)
    await writeKey(dataFolder, KEY_FILES.next, next)

    const postgres = databaseUrl === undefined ? await startEmbeddedPostgres({ dataFolder, log }) : undefined
    const counts = await rewrapEverything({
      databaseUrl: databaseUrl ?? postgres?.url ?? '',
      masterKey: next,
      previous: [current, ...replaced.map(({ key }) => key)],
    }).finally(() => postgres?.stop())

    // First where the old key is looked for, then the new one in its place.
    const isOther = (key: Uint8Array) => (earlier: ReplacedKey) => !Buffer.from(earlier.key).equals(key)
    const earlier = [{ at: Date.now(), key: current }, ...replaced.filter(isOther(current))]
    await writeReplacedKeys(dataFolder, earlier.filter(isOther(next)))
    await writeKey(dataFolder, KEY_FILES.current, next)
    await rm(join(dataFolder, KEY_FILES.next))
    return counts
  } finally {
    await folder.release()
  }
}

async function refuseOthersOf(databaseUrl: string): Promise<void> {
  const { query, end } = await openSession(databaseUrl)
  try {
    await refuseOthers(query, OTHERS)
  } finally {
    await end()
  }
}
