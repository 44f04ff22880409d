import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { explained, openAnyDataFolder, RESTORING } from '../host/data-folder.ts'
import { syncFolder, writeDurably } from '../host/durable-file.ts'
import type { Log } from '../host/log.ts'
import { StartFailure } from '../host/start-failure.ts'
import { findStore, loadStore, StoreFound } from '../store/backup/load-store.ts'
import { knownMigrations } from '../store/database/migrate.ts'
import { openSession } from '../store/database/store-session.ts'
import { startEmbeddedPostgres } from '../store/embedded-postgres/start-embedded-postgres.ts'
import { type Backup, verifyBackup } from './open-backup.ts'
import { settleRestored } from './settle-restored.ts'

export interface RestoreTarget {
  /** Empty, or missing, or with what an interrupted restore of the same backup has left. */
  readonly dataDir: string
  /** Without a store. Absent: a new embedded server in the data folder. */
  readonly databaseUrl?: string
  readonly log: Log
}

/**
 * Fills an empty place from a backup, after all of it was checked. While it works, the data folder has a file that keeps every start
 * away; if the process is killed, a second call begins again. @throws StartFailure
 */
export async function restoreBackup(backup: Backup, { dataDir, databaseUrl, log }: RestoreTarget): Promise<void> {
  await refuseNewer(backup)
  await verifyBackup(backup)
  const folder = await openAnyDataFolder(dataDir)
  try {
    const mark = await markOf(backup, dataDir)
    if (databaseUrl !== undefined) await refuseUsed(databaseUrl, mark)
    await emptyFolder(dataDir, mark, databaseUrl === undefined)
    await restoreFiles(backup, dataDir)
    if (databaseUrl !== undefined) await fill(backup, databaseUrl, mark)
    else await fillEmbedded(backup, dataDir, mark, log)
    await rm(join(dataDir, RESTORING))
    await syncFolder(dataDir)
  } catch (error) {
    throw explained(error, dataDir)
  } finally {
    await folder.release()
  }
}

async function refuseNewer({ manifest }: Backup): Promise<void> {
  const known = await knownMigrations()
  const newer = manifest.migrations.filter((name) => !known.includes(name))
  if (newer.length > 0)
    throw new StartFailure(
      `The backup was written by a newer version of Millrace (${manifest.version}, with ${newer.join(', ')}); use that version to restore it. Nothing was changed.`,
    )
}

/** Names this restore; the same name as before if an interrupted one of the same backup is repeated. */
async function markOf({ manifest }: Backup, dataDir: string): Promise<string> {
  const backup = createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
  const earlier = await readFile(join(dataDir, RESTORING), 'utf8').catch(() => '')
  return earlier.startsWith(backup) ? earlier : `${backup} ${randomUUID()}`
}

/** Before anything is changed. */
async function refuseUsed(databaseUrl: string, mark: string): Promise<void> {
  const { query, end } = await openSession(databaseUrl)
  try {
    const found = await findStore(query)
    if (found.isThere && found.mark !== mark) throw used()
  } finally {
    await end()
  }
}

const used = () =>
  new StartFailure(
    'A restore needs an empty database, but that of DATABASE_URL has a store of Millrace already. Create a new database and set DATABASE_URL to it; nothing in the old one was changed.',
  )

/** Files of the folder that do not belong to its content. */
const isOwn = (name: string) => name === RESTORING || name === 'lock' || name.startsWith('lock.')

/** Refuses a folder that somebody uses, and removes what an interrupted restore has left. */
async function emptyFolder(dataDir: string, mark: string, isEmbedded: boolean): Promise<void> {
  const names = await readdir(dataDir)
  const found = names.filter((name) => !isOwn(name)).sort()
  if (names.includes(RESTORING)) {
    for (const name of found) await rm(join(dataDir, name), { recursive: true, force: true })
  } else if (found.length > 0) {
    const where = isEmbedded ? 'A restore needs an empty place' : 'A restore needs an empty data folder'
    throw new StartFailure(
      `${where}, but ${dataDir} contains ${found.join(', ')}. Set DATA_DIR to a new folder; nothing was changed.`,
    )
  }
  await writeDurably(join(dataDir, RESTORING), mark)
}

async function restoreFiles({ manifest, pour }: Backup, dataDir: string): Promise<void> {
  for (const part of manifest.files) {
    await pour(part, async (content) => {
      await writeDurably(join(dataDir, part.file), await text(content))
    })
  }
}

async function fillEmbedded(backup: Backup, dataFolder: string, mark: string, log: Log): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataFolder, log })
  try {
    await fill(backup, postgres.url, mark)
  } finally {
    await postgres.stop()
  }
}

async function fill({ manifest, pour }: Backup, databaseUrl: string, mark: string): Promise<void> {
  const session = await openSession(databaseUrl)
  try {
    const parts = new Map(manifest.tables.map((part) => [part.name, part]))
    await loadStore(session, {
      content: manifest,
      mark,
      fill: async ({ name }, rows) => {
        const part = parts.get(name)
        if (part) await pour(part, rows)
      },
      settle: (query) => settleRestored(query, manifest.createdAt),
    })
  } catch (error) {
    if (!(error instanceof StoreFound)) throw error
    throw used()
  } finally {
    await session.end()
  }
}
